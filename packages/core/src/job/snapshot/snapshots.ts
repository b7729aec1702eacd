import type { ConfiguredJob, JobRound, SubmittedJob } from '../job-round.ts'
import { identityOf, resourceTypes } from '../../resource/resource-type.ts'
import type { WorldAction } from '../../action/action.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { historyAfterDisposal } from './savepoint-history-pruning.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { checkpointTriggered, savepointTriggered } from './snapshot-record.ts'
import { type Act, type Decision, look, pollMillis } from '../../round/decision.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'
import { recordNonce } from './snapshot-nonce.ts'
import { snapshotResource } from './snapshot-resources.ts'
import type { SnapshotStep } from './snapshot-step.ts'
import { infoOf, withLastTrigger, withManual } from './snapshot-track.ts'
import { withJob, withRecord } from '../../round/status-change.ts'

/** Takes the step that snapshots call for, beside all that a settled resource does (`calm`). */
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
        then: { status: handedOver(round, begun, step.due), reason: 'the FlinkStateSnapshot is there' },
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
 * What is written before a snapshot is asked for: an id of our own, so that a lost answer can be asked about (control-flow.md, section 10);
 * the nonce that it answers; the period that it fills (D-30).
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

/** The call for the pending snapshot, as it is recorded; repeated with the same id it does nothing new. */
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

/** The resource answers for the snapshot from now on. */
const handedOver = <Status extends JobLifecycleStatus>(
  { desired, env }: Pick<JobRound, 'desired' | 'env'>,
  status: Status,
  due: DueSnapshot,
): Status =>
  due.triggerType === 'MANUAL'
    ? withManual(recordNonce(status, desired.meta.kind, due.kind, due.nonce, desired.generation, env.now), due.kind, null)
    : withLastTrigger(status, due.kind, due.countsFrom)

/**
 * An entry leaves the history only once its files are known to be gone (B73). That is known to no round but this one, for the core sees no
 * answers: so the write that removes the entry stands behind the disposal in the same list. A disposal that fails ends the list and the
 * entry stays; a crash between the two only repeats the disposal, for which files that are gone are disposed of. The write before it
 * changes nothing and is the proof that this round does not work from an old read.
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
      then: { status: pruned, reason: `savepoint ${dispose} is disposed of` },
    }
}
