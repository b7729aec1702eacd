import { statusErrorMessage } from '../../crd/status-error.ts'
import type { Condition } from '../../contract/resource/condition.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { mergedConditions, type WantedCondition } from '../../contract/resource/merged-conditions.ts'
import { warningConditions } from '../../contract/round/spec-warnings.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import { unblockedBy } from './unblocks-state-snapshot.ts'

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
