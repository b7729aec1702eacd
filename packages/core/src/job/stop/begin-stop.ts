import type { WorldAction } from '../../contract/action/action.ts'
import type { Query } from '../../contract/query/query.ts'
import type { SuspendOperation, OperationPurpose } from '../../contract/resource/operation.ts'
import { jobEndsBy, stopLeaves, type SuspendMode } from '../../contract/resource/suspend-mode.ts'
import type { ConfiguredJob, JobRound, JobDesired } from '../job-round.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { OperatorRecord } from '../../contract/resource/operator-record.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { act, type Decision, look, pollMillis, wait } from '../../contract/round/decision.ts'
import { withRecord } from '../../contract/round/status-change.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, RoundOf } from '../job-situation.ts'
import { newOperation, withOperation } from '../record/new-operation.ts'
import { recordCancelling } from '../record/record-updates.ts'
import { ownJob } from '../observe/observe-job.ts'
import { jobEvent } from '../report/job-events.ts'
import type { UpgradeAnswer } from '../upgrade/upgrade-answer.ts'
import { finishStop, stopOf } from './finish-stop.ts'
import { ended } from './stop-host.ts'

/** The request that the operation sends to Flink. Repeating it with the same id has no further effect. A tear-down has its own steps. */
export const requestOf = ({ desired }: Pick<JobRound, 'desired'>, { mode, id, jobId, step }: SuspendOperation): readonly WorldAction[] => {
  if (desired.deployed._tag !== 'Deployed' || jobId === null || step !== 'Requested') return []
  const { endpoint, running } = desired.deployed
  switch (mode) {
    case 'SAVEPOINT':
      return [{ _tag: 'StopWithSavepoint', endpoint, jobId, triggerId: id, ...stopParameters(desired.wanted, running) }]
    case 'CANCEL':
    case 'STATELESS':
      return [{
        _tag: 'CancelJob',
        endpoint,
        jobId,
        why: stopLeaves[mode] === 'LastCheckpoint' ? 'its last checkpoint is kept' : 'its state is not kept',
      }]
    case 'NOOP':
    case 'LAST_STATE':
      return []
  }
}

/** The target directory comes from the newest spec, all other parameters from the running one (B18, control-flow.md, section 5.8). */
const stopParameters = (wanted: ConfiguredJob | null, running: ConfiguredJob) => ({
  targetDirectory: wanted?.options.savepointDirectory ?? running.options.savepointDirectory,
  formatType: running.options.savepointFormatType,
  drain: running.options.jobDrainOnSavepointDeletion,
})

/** Query before a cancel that relies on the last checkpoint: does Flink retain it, whatever the job's code configures (B23)? */
export const retentionQuery = (
  { desired: { deployed }, observed: { status: { jobStatus: { jobId } } } }: Pick<JobRound, 'desired' | 'observed'>,
): readonly Query[] =>
  deployed._tag === 'Deployed' && jobId !== null ? [{ _tag: 'GetCheckpointConfiguration', endpoint: deployed.endpoint, jobId }] : []

/** Queries that show the progress of a stop. */
export const suspendQueries = ({ desired }: Pick<JobRound, 'desired'>, { mode, id, jobId }: SuspendOperation): readonly Query[] => {
  if (desired.deployed._tag !== 'Deployed' || jobId === null) return []
  const { endpoint } = desired.deployed
  const jobs: Query = { _tag: 'GetJobsOverview', endpoint }
  return jobEndsBy[mode] === 'StopWithSavepoint'
    ? [jobs, { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId: id, for: 'stopOperation' }] : [jobs]
}

type Available = Extract<UpgradeAnswer, { readonly _tag: 'Available' }>

/**
 * Begins to stop the running job. The status write records the operation with its generated id, and its one effect follows in the same list
 * (P03). The operation records the observed JobManager incarnation, so that a later 404 can be interpreted (design.md, section 3). The
 * operator sends no request for a job that this round has not observed, or that is not listed (P05).
 */
export const beginStop = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { running }: DeployedJob<Job>,
  { suspend, restoreMode, reason }: Available,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): Decision<Job['status']> => {
  const { observed, env } = round
  return host.stopping.firstStep(round, suspend) === 'Requested' && observed.facts.jobs?._tag !== 'Known'
    ? wait(observed.status, env.options.observerProgressCheckInterval, 'Flink to list its jobs')
    : onceSeen(
      observed.facts,
      host.stopping.queries(round, suspend),
      queries => look(queries, 'which JobManager instance runs the job that is to be stopped?'),
      () => recordStop(host, round, { running }, { suspend, restoreMode, reason }, purpose, announce),
    )
}

/** Records the stop, with its first effect, once this round has observed which JobManager runs the job. */
const recordStop = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  { running }: Pick<DeployedJob<Job>, 'running'>,
  { suspend, restoreMode, reason }: Pick<Available, 'suspend' | 'restoreMode' | 'reason'>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): Decision<Job['status']> => {
  const { desired, observed, env } = round
  const step = host.stopping.firstStep(round, suspend)
  const { checkpointConfiguration: kept } = observed.facts
  const countsOnCheckpoint = stopLeaves[suspend] === 'LastCheckpoint'
  if (countsOnCheckpoint && kept?._tag === 'Unknown')
    return wait(
      observed.status,
      env.options.observerProgressCheckInterval,
      `Flink to say whether it keeps the checkpoints of a job that is cancelled: ${kept.message}`,
    )
  const cancelTimeout = env.options.flinkClientCancelTimeout
  const patience: Readonly<Record<SuspendMode, Millis>> = {
    NOOP: cancelTimeout,
    STATELESS: cancelTimeout,
    SAVEPOINT: running.options.checkpointingTimeout,
    CANCEL: cancelTimeout,
    LAST_STATE: env.options.resourceCleanupTimeout,
  }
  // do not cancel a job again that is already being cancelled
  const job = ownJob(observed.status, observed.facts)
  const isCancelling = jobEndsBy[suspend] === 'CancelJob' && job?.state === 'CANCELLING'
  const operation: SuspendOperation = {
    kind: 'Suspend',
    ...newOperation(round, purpose, patience[suspend]),
    mode: suspend,
    restoreMode,
    seenTerminalAt: null,
    redeploy: null,
    step,
  }
  const begun = withRecord(withOperation(observed.status, operation), askedBy(desired))
  const status = stopLeaves[suspend] === 'Nothing' && purpose !== 'Deletion' ? host.stopping.cancelling(begun, job !== undefined) : begun
  return act(countsOnCheckpoint ? recordCancelling(status, desired) : status, reason, {
    effects: isCancelling || job === undefined ? [] : requestOf(round, operation),
    events: [...announce, jobEvent.suspended],
    after: step === 'TearDown' ? 0 : pollMillis,
    waitingFor: waitOf(operation),
  })
}

/**
 * Records the upgrade mode that the stop was requested with: it stays valid even if the next edit is rejected before the stop is over
 * (F06).
 */
export const askedBy = ({ invalid, wanted }: Pick<JobDesired, 'invalid' | 'wanted'>): Partial<OperatorRecord> =>
  invalid === null && wanted !== null ? { askedMode: wanted.job.upgradeMode } : {}

const waitOf = ({ mode, id }: SuspendOperation): string => {
  switch (jobEndsBy[mode]) {
    case 'StopWithSavepoint':
      return `savepoint ${id}`
    case 'TearDown':
      return 'the cluster to be gone'
    case 'CancelJob':
    case 'NothingRuns':
      return 'the job to be cancelled'
  }
}

/** Begins to stop the job as `answer` says. If no job runs, it only records the job as suspended. */
export const stopJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  deployed: DeployedJob<Job>,
  answer: Extract<UpgradeAnswer, { readonly _tag: 'Available' }>,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): Decision<Job['status']> => {
  const instead = host.stopping.instead(round, answer, purpose, announce)
  if (instead !== null) return instead
  if (jobEndsBy[answer.suspend] !== 'NothingRuns') return beginStop(host, round, deployed, answer, purpose, announce)
  const done = finishStop(host, round, ended(stopOf(round, purpose, answer), { _tag: 'Recorded' }))
  return done._tag === 'Look' ? done : { ...done, events: [...announce, ...done.events], reason: answer.reason }
}
