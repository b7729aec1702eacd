import type { WorldAction } from '../../contract/action/action.ts'
import { formatInstant } from '../../crd/instant.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { mintId } from '../../contract/resource/mint-id.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { events } from './state-snapshot-conditions.ts'
import { act, type Decision, look, pollMillis } from '../../contract/round/decision.ts'
import { finalizerOf } from '../../contract/resource/resource-type.ts'
import { abandoned, completed, failed, withStatus } from './state-snapshot-outcome.ts'
import type { SnapshotRound, Situation } from './state-snapshot-round.ts'

/** Requeue interval of a snapshot that is over: only a user or a watch event changes anything. */
const never: Millis = 3_600_000

/** Decides which actions the situation needs. */
export const decide = (round: SnapshotRound, situation: Situation): Decision<FlinkStateSnapshotStatus> => {
  const { desired: { meta, spec, kind }, observed: { status }, env } = round
  const finalizer = finalizerOf(meta)
  const { reason } = situation
  const { reconcileInterval, observerProgressCheckInterval } = env.options
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(situation.queries, reason)
    case 'NotYetOurs':
      return act(status, reason, { effects: [{ _tag: 'AddFinalizer', finalizer }] })
    case 'Over':
      return act(status, reason, { after: never, waitingFor: 'somebody to delete this FlinkStateSnapshot' })
    case 'Invalid':
      return act(status, reason, { events: [events.invalid(situation.message)], after: reconcileInterval, waitingFor: situation.message })
    case 'Unreadable':
      return act(withStatus(status, { error: situation.message }), reason, {
        events: [events.unreadable(situation.message)],
        after: reconcileInterval,
        waitingFor: 'the version of the operator that wrote the status, or a user',
      })
    case 'ExistsAlready':
      return act(withStatus(completed(status, situation.path, env), { triggerTimestamp: formatInstant(env.now) }), reason)
    case 'RetryLater':
      return act(status, reason, { after: Math.max(pollMillis, situation.at - env.now), waitingFor: 'the next attempt' })
    case 'JobEnded':
      return act(abandoned(status, reason, env), reason)
    case 'Waiting':
      return act(status, reason, { after: observerProgressCheckInterval })
    case 'Impossible':
      return act(failed(status, spec.backoffLimit, reason, env), reason)
    case 'TriggerDue':
      return trigger(round, situation)
    case 'SendAgain':
      return act(status, reason, {
        effects: requestOf(round, status, situation),
        after: pollMillis,
        waitingFor: `${kind} ${status.triggerId ?? ''}`,
      })
    case 'UnderWay':
      return act(status, reason, { after: pollMillis })
    case 'Releasable':
      return act(status, reason, {
        effects: [{ _tag: 'RemoveFinalizer', finalizer }],
        waitingFor: 'the resource to be gone',
        events: situation.leftBehind === null ? [] : [events.cleanupFailed(`${reason} Not deleted: ${situation.leftBehind}`)],
      })
    case 'DisposalDue':
      return act(status, reason, {
        effects: [{ _tag: 'DisposeSavepoint', endpoint: situation.job.endpoint, path: situation.path }, {
          _tag: 'RemoveFinalizer',
          finalizer,
        }],
        waitingFor: 'the resource to be gone',
      })
    case 'DisposalBlocked':
      return act(status, reason, {
        events: [events.cleanupFailed(reason)],
        after: Math.max(pollMillis, Math.min(observerProgressCheckInterval, situation.giveUpAt - env.now)),
      })
  }
}

/**
 * Begins a new attempt. The operator writes the trigger id, the job and the start time of the job to the status before it sends the request
 * (E-20). It never uses the id for another attempt, and generates no other id while this attempt is in progress.
 */
const trigger = (round: SnapshotRound, situation: Extract<Situation, { _tag: 'TriggerDue' }>): Decision<FlinkStateSnapshotStatus> => {
  const { desired: { meta, kind }, observed: { status }, env: { now } } = round
  const attempts = status.operatorRecord.attempts + 1
  const { job: { jobId }, jobStartTime } = situation
  const begun = withStatus(status, {
    state: 'IN_PROGRESS',
    triggerId: mintId(kind, meta.uid, attempts, now),
    triggerTimestamp: formatInstant(now),
    resultTimestamp: null,
    record: { attempts, jobId, jobStartTime, kind, retryAt: null },
  })
  return act(begun, situation.reason, {
    effects: requestOf(round, begun, situation),
    after: pollMillis,
    waitingFor: `${kind} ${begun.triggerId ?? ''}`,
  })
}

/**
 * The REST request of the recorded attempt. Sending it again with the same id has no further effect. Checkpoints are full (section 3.4/5).
 */
const requestOf = (
  { desired: { kind, spec } }: SnapshotRound,
  { triggerId }: FlinkStateSnapshotStatus,
  { job: { jobId, endpoint, options }, directory }: Extract<Situation, { _tag: 'TriggerDue' | 'SendAgain' }>,
): readonly WorldAction[] => {
  if (triggerId === null) return []
  return kind === 'savepoint'
    ? [{
      _tag: 'TriggerSavepoint',
      endpoint,
      jobId,
      triggerId,
      targetDirectory: directory,
      formatType: spec.savepoint?.formatType ?? options.savepointFormatType,
    }]
    : [{ _tag: 'TriggerCheckpoint', endpoint, jobId, triggerId, checkpointType: 'FULL' }]
}
