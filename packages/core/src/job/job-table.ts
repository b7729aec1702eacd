import type { Operation } from '../resource/operation.ts'
import type { ClassificationRow } from '../round/classification.ts'
import { blocked } from '../round/waiting-situation.ts'
import { autoscalerSituation, clearingSituation } from './autoscale/autoscaler-situation.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import { type JobRowName, rowIds } from './job-row.ts'
import type { JobSituation, JobTypes, LifecycleSituation, RecordedJob } from './job-situation.ts'
import type { RecordedStateRows } from './record/recorded-state.ts'
import { lastStateOf } from './record/last-state-of.ts'
import { scalingSituation } from './scale/scale-in-place.ts'
import { isHeldBack, sendAgain, snapshotStep } from './snapshot/next-snapshot-step.ts'
import { isNonceNew } from './snapshot/snapshot-nonce.ts'
import { askedRedeploy } from './upgrade/asked-redeploy.ts'
import { upgradeOrBeside } from './upgrade/edit-waits.ts'
import { isEmptyStartAsked } from './upgrade/empty-start-asked.ts'
import { failedJob } from './upgrade/restart-failed.ts'
import { restoreJob, restoreStopped } from './upgrade/restore-job.ts'
import { rollbackJob } from './upgrade/rollback-job.ts'
import { upgradeJob } from './upgrade/upgrade-job.ts'

interface JobRow<Job extends JobTypes> {
  readonly name: JobRowName
  readonly when: string
  /** `row`: its id for the host that asks. */
  readonly situation: (round: Job['round'], it: RecordedJob<Job>, row: string) => JobSituation<Job> | null
}

/** Situations of which nothing more is to be said. */
type Plain = 'AdoptedRollback' | 'AdoptedCancel' | 'Settled'

const plain = <Job extends JobTypes>(
  name: JobRowName,
  _tag: Plain,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  name,
  when,
  situation: (round, it, row) => (fits(round, it) ? { _tag, row, reason: when } : null),
})

/** Nothing runs, and nothing is to run. */
const toRecord = <Job extends JobTypes>(
  name: JobRowName,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  name,
  when,
  situation: (round, it, row) => (fits(round, it) ? { _tag: 'SuspendedToRecord', row, reason: when, wanted: it.wanted } : null),
})

/** `initialSavepointPath` counts (B20, B45). */
const firstStart = <Job extends JobTypes>(
  name: JobRowName,
  when: string,
  fits: (round: Job['round'], it: RecordedJob<Job>) => boolean,
): JobRow<Job> => ({
  name,
  when,
  situation: (round, it, row) =>
    fits(round, it) && isNeverStarted(round, it)
      ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted: it.wanted, reason: when } : null,
})

type Observed = Pick<JobRound, 'observed'>

export const readableOperation = ({ observed: { status: { operation } } }: Observed): Exclude<Operation, { kind: 'Unreadable' }> | null =>
  operation?.kind === 'Unreadable' ? null : operation

const isRecordedSuspended = ({ deployed: { reconciled } }: RecordedJob<JobTypes>): boolean => reconciled.job.state === 'suspended'
const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Observed): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'
/** UPGRADING or ROLLING_BACK, and the old job is stopped. */
const isStopped = (round: Observed, it: RecordedJob<JobTypes>): boolean => isBetween(round) && isRecordedSuspended(it)
const isNeverStarted = ({ observed: { status } }: Observed, { deployed }: RecordedJob<JobTypes>): boolean =>
  lastStateOf(status, deployed)._tag === 'NeverStarted'
const isResumed = (it: RecordedJob<JobTypes>): boolean => isRecordedSuspended(it) && it.wanted.job.state === 'running'
/** control-flow.md, section 4.1/6 (B31). An invalid spec changes nothing: the round works with the deployed one. */
const isChangeDue = ({ desired: { diff }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'UPGRADING' || diff.type !== 'IGNORE'

/**
 * The lifecycle of a job: the rows in the order in which they are asked, with the host's own ones where it wants them. What is under way
 * goes on before anything else that rests on the reference operator's state (control-flow.md, sections 2.5, 3.1 and 4.1).
 */
export const jobTable = <Job extends JobTypes>(
  host: JobHost<Job>,
): RecordedStateRows<Job['round'], RecordedJob<Job>, JobSituation<Job>> => {
  const rows: readonly JobRow<Job>[] = [
    {
      name: 'stopping',
      when: 'the job is being stopped',
      situation: (round, _it, row) => {
        const operation = readableOperation(round)
        return operation?.kind === 'Suspend'
          ? { _tag: 'Suspending', row, operation, reason: `the job is being stopped (${operation.mode})` } : null
      },
    },
    {
      name: 'starting',
      when: 'the job is being started',
      situation: host.starting,
    },
    {
      name: 'autoscaler-to-forget',
      when: 'the autoscaler is turned off, or to forget: what it knew is cleared before an edit is carried out',
      situation: round => clearingSituation(round),
    },
    plain(
      'snapshot-nonce',
      'Settled',
      'a snapshot is done: its nonce is recorded before anything else',
      ({ observed }) => isNonceNew(observed),
    ),
    {
      name: 'savepoint-pending',
      when: 'a savepoint that was asked for before the edit can still complete',
      situation: (round, { deployed }, row) => {
        if (!isHeldBack(round, deployed)) return null
        const step = sendAgain(round, deployed)
        return step === null
          ? blocked(
            row,
            `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was asked for before the edit`,
            null,
          )
          : { _tag: 'Snapshot', row: `${row} ${step.row}`, step, reason: step.reason }
      },
    },
    {
      name: 'savepoint-redeploy',
      when: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
      situation: (round, { deployed, wanted }, row) => {
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
      'a rollback had been begun when this operator took over',
      ({ observed: { status } }, it) => status.reconciliationStatus.state === 'ROLLING_BACK' && !isRecordedSuspended(it),
    ),
    {
      name: 'edit-taken-back',
      when: 'the spec that runs was put back',
      situation: ({ desired: { wantsWhatRuns, diff } }, { deployed, wanted }, row) =>
        wantsWhatRuns && diff.type !== 'IGNORE'
          ? { _tag: 'RunsWhatIsWanted', row, wanted, deployed, reason: 'the spec that runs was put back' } : null,
    },
    plain(
      'adopted-cancel',
      'AdoptedCancel',
      'the job was being cancelled for an upgrade when this operator took over',
      ({ observed: { status } }, it) =>
        status.reconciliationStatus.state === 'UPGRADING' && status.jobStatus.state === 'CANCELLING' && !isRecordedSuspended(it),
    ),
    {
      name: 'started-before',
      when: 'the job is stopped for an upgrade, and the operator before may have started the next one (E-11)',
      situation: (round, it) => (isStopped(round, it) ? host.startedBefore(round, it) : null),
    },
    // D-02, D-03
    toRecord(
      'stopped-to-stay',
      'the job is stopped, as it is to be',
      (round, it) => isStopped(round, it) && it.wanted.job.state === 'suspended',
    ),
    firstStart(
      'stopped-before-first-start',
      'the first start did not happen yet',
      (round, it) => isStopped(round, it),
    ),
    {
      name: 'stopped',
      when: 'the job is stopped for an upgrade or a rollback',
      situation: (round, it) => (isStopped(round, it) ? restoreStopped(host, round, it) : null),
    },
    firstStart(
      'resumed-before-first-start',
      'the resource was created suspended, and its job was never started',
      (_round, it) => isResumed(it),
    ),
    {
      name: 'resumed',
      when: 'the job is suspended and is to run',
      situation: (round, it) => (isResumed(it) ? restoreJob(host, round, it, 'Resume') : null),
    },
    toRecord(
      'edited-while-suspended',
      'the spec was edited while the job is suspended',
      ({ observed: { status }, desired }, it) =>
        isRecordedSuspended(it) && status.observedGeneration !== desired.generation && desired.invalid === null,
    ),
    plain('suspended', 'Settled', 'the job is suspended', (_round, it) => isRecordedSuspended(it)),
    {
      name: 'scaling',
      when: 'the edit only scales, and the running job can take it without a restart',
      situation: (round, it) => scalingSituation(host.scaling, round, it),
    },
    {
      name: 'edit',
      when: "an edit that can't be done in place",
      situation: (round, it) => (isChangeDue(round) ? upgradeOrBeside(host, round, it) : null),
    },
    {
      name: 'empty-start',
      when: 'the job is not found, or nobody knows what it left, and a person says stateless',
      situation: (round, it) => (isEmptyStartAsked(round, it.deployed, it.wanted) ? upgradeJob(host, round, it) : null),
    },
    {
      name: 'rollback',
      when: 'the spec did not become stable in time',
      situation: (round, it) => rollbackJob(host, round, it),
    },
    {
      name: 'failed',
      when: 'the job failed, and failed jobs are restarted',
      situation: (round, { deployed }) => failedJob(host, round, deployed),
    },
    {
      name: 'lost',
      when: 'the JobManager is lost, or does not list the job',
      situation: (round, { deployed }) => host.lost(round, deployed),
    },
    {
      name: 'snapshot',
      when: 'a snapshot is due, or old ones go',
      situation: (round, { deployed }, row) => {
        const step = snapshotStep(round, deployed)
        return step === null ? null : { _tag: 'Snapshot', row: `${row} ${step.row}`, step, reason: step.reason }
      },
    },
    {
      name: 'autoscaler',
      when: 'the autoscaler measures the job',
      situation: round => autoscalerSituation(round),
    },
  ]
  return {
    rows: [
      ...rows.flatMap(({ name, when, situation }) => {
        const row = rowIds[name][host.ids]
        return [
          ...(host.rowsBefore[name] ?? []),
          { row, when, situation: (round: Job['round'], it: RecordedJob<Job>) => situation(round, it, row) },
        ]
      }),
      ...(host.rowsBefore.nothing ?? []),
    ],
    last: nothingToDo(rowIds.nothing[host.ids]),
  }
}

const nothingToDo = (row: string): ClassificationRow<JobRound, unknown, LifecycleSituation<JobTypes>> => ({
  row,
  when: 'none of these',
  situation: ({ desired: { invalid } }) => ({
    _tag: 'Settled',
    row,
    reason: invalid === null ? 'nothing is to be done' : 'the last good spec is in force',
  }),
})
