import type { WorldAction } from '../../action/action.ts'
import { formatInstant } from '../../codec/instant.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { Millis } from '../../resource/time.ts'
import { events } from './state-snapshot-events.ts'
import { act, type Decision, look, pollMillis } from '../../round/decision.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { abandoned, completed, failed } from './state-snapshot-outcome.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import { withStatus } from './state-snapshot-status-change.ts'

/** Nothing happens by itself any more. */
const never: Millis = 3_600_000

/** Which actions does the situation call for? */
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
      return act(status, reason, { after: never, waitingFor: 'its deletion' })
    case 'Invalid':
      return act(status, reason, { events: [events.invalid(situation.message)], after: reconcileInterval, waitingFor: situation.message })
    case 'Unreadable':
      return act(withStatus(status, { error: situation.message }), reason, {
        events: [events.unreadable(situation.message)],
        after: reconcileInterval,
        waitingFor: 'the version of the operator that wrote it, or a person',
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
        events: situation.leftBehind === null ? [] : [events.cleanupFailed(`${reason} What is left behind: ${situation.leftBehind}`)],
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
 * A new attempt: its id, the job that is asked, and its incarnation are durable before it is asked (E-20); the id is never used for another
 * attempt, and while it is under way no other one is minted.
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

/** The call for the attempt that is recorded; repeated with the same id it does nothing new. Checkpoints are full ones (section 3.4/5). */
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
