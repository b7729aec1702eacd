import { savepointEnds } from './report/job-problem.ts'
import type { Operation } from '../contract/resource/operation.ts'
import type { CompleteTable, LastRow } from '../contract/round/row.ts'
import { blocked } from '../contract/round/waiting-situation.ts'
import { autoscalerSituation, clearingSituation, clearingWhileStopping } from './autoscale/autoscaler-situation.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import type { JobRowName } from './job-row.ts'
import type { JobSituation, JobTypes, LifecycleSituation, RecordedJob } from './job-situation.ts'
import { lastStateOf } from './record/last-state-of.ts'
import { unrecordedScaling } from './scale/requested-scaling.ts'
import { scalingSituation } from './scale/scale-in-place.ts'
import { isHeldBack, sendAgain, snapshotStep } from './snapshot/next-snapshot-step.ts'
import { isNonceNew } from './snapshot/snapshot-due.ts'
import { askedRedeploy } from './upgrade/redeploy-start.ts'
import { upgradeOrBeside } from './upgrade/edit-waits.ts'
import { isEmptyStartAsked } from './upgrade/restore-source.ts'
import { failedJob } from './upgrade/restart-failed.ts'
import { restoreJob, restoreStopped } from './upgrade/restore-job.ts'
import { rollbackJob } from './upgrade/rollback-job.ts'
import { upgradeJob } from './upgrade/upgrade-job.ts'

interface JobRow<Job extends JobTypes> {
  readonly id: JobRowName
  readonly when: string
  /** `row`: the row's own id. */
  readonly holds: (round: Job['round'], it: RecordedJob<Job>, row: string) => JobSituation<Job> | null
}

/** Situations without evidence of their own. */
type Plain = 'AdoptedRollback' | 'AdoptedCancel' | 'Settled'

const plain = <Job extends JobTypes>(
  name: JobRowName,
  _tag: Plain,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  id: name,
  when,
  holds: (round, it, row) => (fits(round, it) ? { _tag, row, reason: when } : null),
})

/** A row whose job does not run and should not run: the operator only records the spec as suspended. */
const toRecord = <Job extends JobTypes>(
  name: JobRowName,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  id: name,
  when,
  holds: (round, it, row) => (fits(round, it) ? { _tag: 'SuspendedToRecord', row, reason: when, wanted: it.wanted } : null),
})

/** A row for the first start of a job. `initialSavepointPath` applies (B20, B45). */
const firstStart = <Job extends JobTypes>(
  name: JobRowName,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  id: name,
  when,
  holds: (round, it, row) =>
    fits(round, it) && isNeverStarted(round, it)
      ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted: it.wanted, reason: when } : null,
})

type Observed = Pick<JobRound, 'observed'>

export const readableOperation = ({ observed: { status: { operation } } }: Observed): Exclude<Operation, { kind: 'Unreadable' }> | null =>
  operation?.kind === 'Unreadable' ? null : operation

const isRecordedSuspended = ({ deployed: { reconciled } }: RecordedJob<JobTypes>): boolean => reconciled.job.state === 'suspended'
const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Observed): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'
/** The reconciliation state is UPGRADING or ROLLING_BACK, and the old job is stopped. */
const isStopped = (round: Observed, it: RecordedJob<JobTypes>): boolean => isBetween(round) && isRecordedSuspended(it)
const isNeverStarted = ({ observed: { status } }: Observed, { deployed }: RecordedJob<JobTypes>): boolean =>
  lastStateOf(status, deployed)._tag === 'NeverStarted'
const isResumed = (it: RecordedJob<JobTypes>): boolean => isRecordedSuspended(it) && it.wanted.job.state === 'running'
/**
 * True if the spec differs from the deployed one, or an upgrade is in progress (control-flow.md, section 4.1/6; B31). An invalid spec
 * changes nothing: the round works with the deployed one.
 */
const isChangeDue = ({ desired: { diff }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'UPGRADING' || diff.type !== 'IGNORE'

/**
 * The lifecycle of a job that was started before: rows in the order of evaluation, with the host's own rows between them. An operation in
 * progress continues before any row that relies on the reference operator's state (control-flow.md, sections 2.5, 3.1 and 4.1).
 */
export const jobTable = <Job extends JobTypes>(
  host: JobHost<Job>,
): CompleteTable<[Job['round'], RecordedJob<Job>], JobSituation<Job>> => {
  const rows: readonly JobRow<Job>[] = [
    {
      id: 'autoscaler-turned-off',
      when: 'the user turned the autoscaler off while the job is being stopped: its stored state is cleared before the stop ends',
      holds: round => clearingWhileStopping(round),
    },
    {
      id: 'stopping',
      when: 'the job is being stopped',
      holds: (round, _it, row) => {
        const operation = readableOperation(round)
        return operation?.kind === 'Suspend'
          ? { _tag: 'Suspending', row, operation, reason: `the job is being stopped (${operation.mode})` } : null
      },
    },
    {
      id: 'starting',
      when: 'the job is being started',
      holds: host.starting,
    },
    {
      id: 'autoscaler-to-forget',
      when: 'the user turned the autoscaler off or asked it to reset: its stored state is cleared before an edit is applied',
      holds: round => clearingSituation(round),
    },
    plain(
      'snapshot-nonce',
      'Settled',
      'a snapshot completed: its nonce is recorded before anything else',
      ({ observed }) => isNonceNew(observed),
    ),
    {
      id: 'savepoint-pending',
      when: 'a savepoint that was requested before the edit can still complete',
      holds: (round, { deployed }, row) => {
        if (!isHeldBack(round, deployed)) return null
        const step = sendAgain(round, deployed)
        return step === null
          ? blocked(
            row,
            `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was requested before the edit`,
            savepointEnds,
          )
          : { _tag: 'Snapshot', row: `${row}, ${step.row}`, step, reason: step.reason }
      },
    },
    {
      id: 'savepoint-redeploy',
      when: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
      holds: (round, { deployed, wanted }, row) => {
        const redeploy = wanted.job.state === 'running' ? askedRedeploy(round) : null
        return redeploy === null ? null : {
          _tag: 'RedeployDue',
          row,
          redeploy,
          wanted,
          deployed,
          reason: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
        }
      },
    },
    plain(
      'adopted-rollback',
      'AdoptedRollback',
      'the reference operator had begun a rollback when this operator took over',
      ({ observed: { status } }, it) => status.reconciliationStatus.state === 'ROLLING_BACK' && !isRecordedSuspended(it),
    ),
    {
      id: 'edit-taken-back',
      when: 'after a rollback the user changed the spec back to the running one',
      holds: ({ desired: { wantsWhatRuns, diff } }, { deployed, wanted }, row) =>
        wantsWhatRuns && diff.type !== 'IGNORE'
          ? { _tag: 'RunsWhatIsWanted', row, wanted, deployed, reason: 'the user changed the spec back to the running one' } : null,
    },
    plain(
      'adopted-cancel',
      'AdoptedCancel',
      'the reference operator was cancelling the job for an upgrade when this operator took over',
      ({ observed: { status } }, it) =>
        status.reconciliationStatus.state === 'UPGRADING' && status.jobStatus.state === 'CANCELLING' && !isRecordedSuspended(it),
    ),
    {
      id: 'started-before',
      when: 'the job is stopped for an upgrade, and the previous operator may have started the new one (E-11)',
      holds: (round, it) => (isStopped(round, it) ? host.startedBefore(round, it) : null),
    },
    // D-02, D-03
    toRecord(
      'stopped-to-stay',
      'the job is stopped, and the spec asks for a suspended job',
      (round, it) => isStopped(round, it) && it.wanted.job.state === 'suspended',
    ),
    firstStart(
      'stopped-before-first-start',
      'the job was not started for the first time yet',
      (round, it) => isStopped(round, it),
    ),
    {
      id: 'stopped',
      when: 'the job is stopped for an upgrade or a rollback',
      holds: (round, it) => (isStopped(round, it) ? restoreStopped(host, round, it) : null),
    },
    firstStart(
      'resumed-before-first-start',
      'the resource was created suspended, and its job was never started',
      (_round, it) => isResumed(it),
    ),
    {
      id: 'resumed',
      when: 'the job is suspended, and the spec asks for a running job',
      holds: (round, it) => (isResumed(it) ? restoreJob(host, round, it, 'Resume') : null),
    },
    toRecord(
      'edited-while-suspended',
      'the user edited the spec while the job is suspended',
      ({ observed: { status }, desired }, it) =>
        isRecordedSuspended(it) && status.observedGeneration !== desired.generation && desired.invalid === null,
    ),
    plain('suspended', 'Settled', 'the job is suspended', (_round, it) => isRecordedSuspended(it)),
    {
      id: 'scaling-unrecorded',
      when: 'Flink was asked for a scaling in place that nothing asks for any more, before it was recorded',
      holds: (round, it, row) => unrecordedScaling(host.scaling, round, it, row),
    },
    {
      id: 'scaling',
      when: 'the edit only changes parallelism, and the running job can be rescaled without a restart',
      holds: (round, it) => scalingSituation(host.scaling, round, it),
    },
    {
      id: 'edit',
      when: 'the edit needs a restart of the job',
      holds: (round, it) => (isChangeDue(round) ? upgradeOrBeside(host, round, it) : null),
    },
    {
      id: 'empty-start',
      when: 'the job is not found or its last state is unknown, and the user sets upgradeMode stateless',
      holds: (round, it) => (isEmptyStartAsked(round, it.deployed, it.wanted) ? upgradeJob(host, round, it) : null),
    },
    {
      id: 'rollback',
      when: 'the spec did not become stable in time',
      holds: (round, it) => rollbackJob(host, round, it),
    },
    {
      id: 'failed',
      when: 'the job failed, and restarting failed jobs is enabled',
      holds: (round, { deployed }) => failedJob(host, round, deployed),
    },
    {
      id: 'lost',
      when: 'the JobManager is lost, or does not list the job',
      holds: (round, { deployed }) => host.lost(round, deployed),
    },
    {
      id: 'snapshot',
      when: 'a snapshot is due, or old snapshots have to be deleted',
      holds: (round, { deployed }, row) => {
        const step = snapshotStep(round, deployed)
        return step === null ? null : { _tag: 'Snapshot', row: `${row}, ${step.row}`, step, reason: step.reason }
      },
    },
    {
      id: 'autoscaler',
      when: 'the autoscaler measures the job',
      holds: round => autoscalerSituation(round, host.scaling.inputs(round)),
    },
  ]
  return {
    rows: [
      ...rows.flatMap(({ id, when, holds }) => [
        ...(host.rowsBefore[id] ?? []),
        { id, when, holds: (round: Job['round'], it: RecordedJob<Job>) => holds(round, it, id) },
      ]),
      ...(host.rowsBefore.nothing ?? []),
    ],
    last: nothingToDo,
  }
}

const nothingToDo: LastRow<[JobRound, unknown], LifecycleSituation<JobTypes>> = {
  id: 'nothing',
  when: 'no other row applies',
  holds: ({ desired: { invalid } }) => ({
    _tag: 'Settled',
    row: 'nothing',
    reason: invalid === null ? 'nothing is to be done' : 'the spec is invalid: the last valid spec stays deployed',
  }),
}
