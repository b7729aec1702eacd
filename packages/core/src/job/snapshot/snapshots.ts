import type { ConfiguredJob, JobRound, SubmittedJob } from '../job-round.ts'
import { identityOf, resourceTypes } from '../../contract/resource/resource-type.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import { mintId } from '../../contract/resource/mint-id.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { historyAfterDisposal } from './savepoint-history-pruning.ts'
import { type SnapshotKind, recordNonce } from './snapshot-due.ts'
import { checkpointTriggered, savepointTriggered } from './snapshot-record.ts'
import { type Act, type Decision, look, pollMillis } from '../../contract/round/decision.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'
import { snapshotResource } from './snapshot-resources.ts'
import type { SnapshotStep } from './snapshot-step.ts'
import { infoOf, withLastTrigger, withManual } from './snapshot-track.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'

/** Turns the snapshot step into a decision. `calm`: the decision of a settled resource, which the step extends. */
export const takeSnapshotStep = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  step: SnapshotStep,
  calm: Act<Status>,
): Decision<Status> => {
  const { desired: { deployed }, observed: { status } } = round
  if (deployed._tag !== 'Deployed') return calm
  const soon = { ...calm, reason: step.reason, after: pollMillis }
  switch (step._tag) {
    case 'SendAgain':
      return {
        ...soon,
        effects: requestOf(status, deployed, step.kind),
        waitingFor: `${step.kind} ${infoOf(status, step.kind).triggerId ?? ''}`,
      }
    case 'Trigger': {
      const asked = triggered(round, calm.status, deployed.running, step.due)
      return {
        ...soon,
        status: asked,
        effects: requestOf(asked, deployed, step.due.kind),
        waitingFor: `${step.due.kind} ${infoOf(asked, step.due.kind).triggerId ?? ''}`,
      }
    }
    case 'CreateResource': {
      const begun = step.due.triggerType === 'MANUAL'
        ? withManual(calm.status, step.due.kind, { nonce: step.due.nonce, askedAt: step.due.askedAt, retryAt: null }) : calm.status
      return {
        ...soon,
        status: begun,
        effects: [snapshotResource(round, deployed, step.due)],
        then: { status: handedOver(round, begun, step.due), reason: 'the FlinkStateSnapshot exists' },
      }
    }
    case 'SkipPeriod':
      return { ...calm, reason: step.reason, status: withLastTrigger(calm.status, step.due.kind, step.due.countsFrom) }
    case 'Look':
      return look(step.queries, step.reason)
    case 'Prune':
      return prune(calm, step, deployed)
    case 'DeleteResources':
      return {
        ...soon,
        effects: step.snapshots.map(({ name, uid }): WorldAction => ({
          _tag: 'DeleteObject',
          target: { ...identityOf(resourceTypes.FlinkStateSnapshot), namespace: round.desired.meta.namespace, name, uid },
          resourceVersion: null,
          propagation: 'Background',
          why: step.reason,
        })),
      }
  }
}

/**
 * The status that the operator writes before it requests a snapshot: a trigger id that the operator generates, so that it can query the
 * outcome even if Flink's response is lost (control-flow.md, section 10), and the nonce or the period that the snapshot answers (D-30).
 */
const triggered = <Status extends JobLifecycleStatus>(
  { desired: { meta }, env: { now } }: Pick<JobRound, 'desired' | 'env'>,
  status: Status,
  { options }: ConfiguredJob,
  due: DueSnapshot,
): Status => {
  const attempts = status.operatorRecord.attempts + 1
  const trigger = { triggerId: mintId(due.kind, meta.uid, attempts, now), triggerType: due.triggerType, now }
  const pending = due.kind === 'savepoint'
    ? withJob(status, {
      savepointInfo: savepointTriggered(status.jobStatus.savepointInfo, { ...trigger, formatType: options.savepointFormatType }),
    })
    : withJob(status, {
      checkpointInfo: checkpointTriggered(status.jobStatus.checkpointInfo, { ...trigger, formatType: options.checkpointType }),
    })
  const counted = withRecord(pending, { attempts })
  return due.triggerType === 'MANUAL' ? withManual(counted, due.kind, { nonce: due.nonce, askedAt: due.askedAt, retryAt: null })
    : withLastTrigger(counted, due.kind, due.countsFrom)
}

/** The REST request of the pending snapshot, as recorded. Sending it again with the same id has no further effect. */
const requestOf = (
  { jobStatus: { jobId, savepointInfo, checkpointInfo } }: JobLifecycleStatus,
  { endpoint, running: { options } }: SubmittedJob,
  kind: SnapshotKind,
): readonly WorldAction[] => {
  if (jobId === null) return []
  if (kind === 'savepoint')
    return savepointInfo.triggerId === null ? []
      : [{
        _tag: 'TriggerSavepoint',
        endpoint,
        jobId,
        triggerId: savepointInfo.triggerId,
        targetDirectory: options.savepointDirectory,
        formatType: savepointInfo.formatType ?? options.savepointFormatType,
      }]
  return checkpointInfo.triggerId === null ? []
    : [{
      _tag: 'TriggerCheckpoint',
      endpoint,
      jobId,
      triggerId: checkpointInfo.triggerId,
      checkpointType: checkpointInfo.formatType ?? options.checkpointType,
    }]
}

/** The status once the FlinkStateSnapshot exists: it answers the nonce or the period from now on. */
const handedOver = <Status extends JobLifecycleStatus>(
  { desired, env }: Pick<JobRound, 'desired' | 'env'>,
  status: Status,
  due: DueSnapshot,
): Status =>
  due.triggerType === 'MANUAL'
    ? withManual(recordNonce(status, desired.meta.kind, due.kind, due.nonce, desired.generation, env.now), due.kind, null)
    : withLastTrigger(status, due.kind, due.countsFrom)

/**
 * The operator removes an entry from the history only once the files are known to be deleted (B73). The core does not see the result of an
 * action, so the write that removes the entry follows the deletion in the same action list. If the deletion fails, the list ends and the
 * entry stays. After a crash between the two, the operator repeats the deletion, which succeeds if the files no longer exist. The write
 * before the deletion changes nothing; it proves that this round does not work with an outdated read.
 */
const prune = <Status extends JobLifecycleStatus>(
  calm: Act<Status>,
  { prunable, dispose, reason }: Extract<SnapshotStep, { _tag: 'Prune' }>,
  { endpoint }: SubmittedJob,
): Decision<Status> => {
  const { status } = calm
  const info = status.jobStatus.savepointInfo
  const pruned = withJob(status, {
    savepointInfo: { ...info, savepointHistory: historyAfterDisposal(info.savepointHistory, prunable, location => location === dispose) },
  })
  return dispose === null
    ? { ...calm, status: pruned, reason, after: 0 }
    : {
      ...calm,
      reason,
      after: 0,
      effects: [{ _tag: 'DisposeSavepoint', endpoint, path: dispose }],
      then: { status: pruned, reason: `savepoint ${dispose} is deleted` },
    }
}
