import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { SnapshotKind } from '../../job/snapshot/snapshot-due.ts'
import { boundedMessage } from '../../contract/resource/json.ts'
import { cluster, operator, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import type { Situation, SnapshotRound } from './state-snapshot-round.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import { type Condition, mergedConditions, type WantedCondition } from '../../contract/resource/condition.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { warningConditions } from '../../contract/round/spec-warnings.ts'

const warning = (event: Pick<EmitEvent, 'reason' | 'message'> & Partial<EmitEvent>): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  component: 'Snapshot',
  key: null,
  repeat: 'Count',
  annotations: {},
  ...event,
  message: boundedMessage(event.message),
})

/** The events of a FlinkStateSnapshot with the reference operator's reasons and texts (session-snapshot-bluegreen.md, section 12). */
export const events = {
  failed: (kind: SnapshotKind, message: string): EmitEvent =>
    warning({ reason: kind === 'savepoint' ? 'SavepointError' : 'CheckpointError', message }),
  abandoned: (message: string): EmitEvent => warning({ reason: 'SnapshotAbandoned', message }),
  invalid: (message: string): EmitEvent => warning({ reason: 'ValidationError', message, component: 'Operator', repeat: 'Once' }),
  unreadable: (message: string): EmitEvent => warning({ reason: 'Error', message, component: 'Operator', repeat: 'Once' }),
  cleanupFailed: (message: string): EmitEvent => warning({ reason: 'CleanupFailed', message, repeat: 'Once' }),
  pathUnknown: (name: string): EmitEvent =>
    warning({
      reason: 'CheckpointError',
      message:
        `Checkpoint ${name} was successful, but failed to fetch path. Flink webserver stores only a limited amount of checkpoints in its cache, try increasing 'web.checkpoints.history' config for this job.`,
    }),
} as const

const nextRound = operator('the operator continues in its next round')

/** What ends the wait in each situation that does not say it itself. */
const bySituation: { readonly [Tag in Exclude<Situation, { readonly unblockedBy: UnblockedBy }>['_tag']]: UnblockedBy } = {
  NeedsFacts: cluster('Kubernetes and Flink answer the queries of the operator'),
  NotYetOurs: nextRound,
  Unreadable: person(
    'run the version of the operator that wrote the status, or repair it (kubectl edit --subresource=status), or delete the resource',
  ),
  ExistsAlready: nextRound,
  RetryLater: operator('the operator retries at the time of the next attempt'),
  JobEnded: nextRound,
  Impossible: person('supply what the reason says is missing'),
  TriggerDue: nextRound,
  SendAgain: nextRound,
  UnderWay: cluster('Flink completes the snapshot or reports that it failed'),
  Releasable: nextRound,
  DisposalDue: nextRound,
}

/** What has to happen for a snapshot in this situation to continue, and who can make it happen. */
export const unblockedBy = (situation: Situation): UnblockedBy =>
  'unblockedBy' in situation ? situation.unblockedBy : bySituation[situation._tag]

const capitalised = (state: string): string => state.split('_').map(word => word.charAt(0) + word.slice(1).toLowerCase()).join('')

/** Reason and message of the conditions; the message changes only with the situation. `isStalled`: a user has to act. */
const reported = (
  situation: Situation,
  status: FlinkStateSnapshotStatus,
): readonly [reason: string, message: string, isStalled: boolean] => {
  const { who, what } = unblockedBy(situation)
  const waits = `${
    situation.row === 'state-snapshot/job-unobservable' ? 'the resource of the job could not be observed' : situation.reason
  }. What helps: ${what}`
  switch (situation._tag) {
    case 'Invalid':
      return ['ValidationError', situation.message, true]
    case 'Unreadable':
      return ['Unreadable', situation.message, true]
    case 'DisposalBlocked':
      return ['DisposalBlocked', `The operator can't release the resource yet: ${waits}`, who === 'person']
    case 'Waiting':
      return ['Waiting', waits, who === 'person']
    case 'NeedsFacts':
    case 'NotYetOurs':
    case 'Over':
    case 'ExistsAlready':
    case 'RetryLater':
    case 'JobEnded':
    case 'Impossible':
    case 'TriggerDue':
    case 'SendAgain':
    case 'UnderWay':
    case 'Releasable':
    case 'DisposalDue': {
      const error = statusErrorMessage(status.error)
      const isFinal = status.state === 'FAILED' || status.state === 'ABANDONED'
      return [capitalised(status.state), error === '' ? `The snapshot is ${status.state}` : error, isFinal]
    }
  }
}

/** The conditions Ready, Reconciling and Stalled, as kstatus reads them. Returns the same list if no condition changed. */
export const conditionsOf = (round: SnapshotRound, situation: Situation, status: FlinkStateSnapshotStatus): readonly Condition[] => {
  const { desired, env } = round
  const [reason, message, isStalled] = reported(situation, status)
  const isReady = status.state === 'COMPLETED' && desired.meta.deletionTimestamp === null
  const of = (type: string, isTrue: boolean, why: string, words: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: why,
    message: words,
    observedGeneration: desired.meta.generation,
  })
  return mergedConditions(status.conditions, [
    of('Ready', isReady, reason, message),
    of('Reconciling', !isReady && !isStalled, reason, isReady || isStalled ? '' : message),
    of('Stalled', isStalled, isStalled ? reason : 'NotStalled', isStalled ? message : ''),
    ...warningConditions(desired),
  ], env.now)
}
