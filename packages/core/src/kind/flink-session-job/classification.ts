import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { isHeldBack, sendAgain, snapshotStep } from '../../job/snapshot/next-snapshot-step.ts'
import { isNonceNew } from '../../job/snapshot/snapshot-nonce.ts'
import { invalidSpec } from '../../job/told/job-problem.ts'
import { unreadGround, unreadProblem } from '../../job/record/unread.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { isEmptyStartAsked } from '../../job/upgrade/empty-start-asked.ts'
import { isDefinite } from '../../resource/last-state.ts'
import type { Operation } from '../../resource/operation.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import type { ClassificationRow } from '../../round/classification.ts'
import { pauseOf } from '../../round/pause.ts'
import { isSubmittedBefore, perhapsSubmitted } from './submit/adopted-submit.ts'
import { aliveOwn, isAlive, strayJob } from './recovery/stray-job.ts'
import { lostJob } from './recovery/lost-job.ts'
import { clusterQuery } from './queries.ts'
import { noCluster } from './cluster/no-cluster.ts'
import { observationQueries } from './seen/observation-queries.ts'
import { jobWithoutRecord, stopItFirst, withoutRecord } from './record/record-lost.ts'
import type { Round } from './round.ts'
import { scalingSituation } from './upgrade/scaling.ts'
import type { Situation } from './situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { restore, restoreStopped } from './submit/source.ts'
import { failedJob, rollbackSituation, upgradeSituation } from './upgrade/upgrade.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from './work.ts'

/** Something was submitted, and something is to run or to be suspended. */
export interface Recorded {
  readonly submitted: SubmittedSessionJob
  readonly wanted: ConfiguredSessionJob
}

type Row<Evidence> = ClassificationRow<Round, Evidence, Situation | null>

type Plain = Extract<Situation, { readonly _tag: 'Deleting' | 'NotYetOurs' | 'AdoptedCancel' | 'AdoptedRollback' | 'Settled' }>['_tag']

const plain = <Evidence>(
  row: string,
  _tag: Plain,
  reason: string,
  fits: (round: Round, evidence: Evidence) => boolean,
): Row<Evidence> => ({ row, when: reason, situation: (round, it) => (fits(round, it) ? { _tag, row, reason } : null) })

const toRecord = (row: string, reason: string, fits: (round: Round, it: Recorded) => boolean): Row<Recorded> => ({
  row,
  when: reason,
  situation: (round, it) => (fits(round, it) ? { _tag: 'SuspendedToRecord', row, reason, wanted: it.wanted } : null),
})

const invalidFromTheStart = (round: Round): Situation | null => {
  const { desired: { invalid, deployed }, observed: { status } } = round
  return invalid === null || deployed._tag !== 'Never' || status.reconciliationStatus.lastReconciledSpec !== null ? null : {
    _tag: 'InvalidFromTheStart',
    row: 'Q3',
    reason: 'the spec is not valid and nothing was submitted before',
    problem: invalidSpec(invalid.message),
  }
}

/** Whatever is known of its cluster and of its record. */
export const rowsOfAll: readonly Row<null>[] = [
  plain('Q1', 'Deleting', 'the resource is being deleted', ({ desired: { meta } }) => meta.deletionTimestamp !== null),
  { row: 'Q3', when: 'the spec is not valid and nothing was submitted before', situation: invalidFromTheStart },
  plain(
    'Q4',
    'NotYetOurs',
    'our finalizer is added first',
    ({ desired: { meta }, observed, env }) =>
      pauseOf(meta, env.now) === null && unreadGround(observed.work, observed.status).length === 0
      && !meta.finalizers.includes(finalizerOf(meta)),
  ),
  {
    row: 'Q5',
    when: 'its FlinkDeployment was not looked at in this round',
    situation: ({ desired, observed: { cluster } }) => {
      const queries = cluster._tag === 'NotLookedAt' ? clusterQuery(desired) : []
      return queries.length > 0 ? needsFacts('Q5', queries, 'how is the session cluster?') : null
    },
  },
  {
    row: 'Q6',
    when: 'its session cluster is missing, not ready, or not seen: it is waited for (E-6, E-7, E-8, E-55)',
    situation: round => {
      const cluster = noCluster(round)
      return cluster === null ? null : { _tag: 'WithoutCluster', row: 'Q6', cluster, reason: cluster.message }
    },
  },
  {
    row: 'Q7',
    when: 'how the job is was not seen in this round',
    situation: round => {
      const missing = observationQueries(round)
      return missing.length === 0 ? null : needsFacts('Q7', missing, 'how is the job?')
    },
  },
  {
    row: 'Q2',
    when: "what is recorded can't be read: what can be seen is looked at and told, nothing more",
    situation: ({ desired, observed: { status } }) => {
      const unread = unreadGround(desired, status)
      return unread.length === 0 && desired.deployed._tag !== 'Undecodable' ? null
        : { _tag: 'Unmanageable', row: 'Q2', reason: "what is recorded can't be read", problem: unreadProblem(unread) }
    },
  },
  {
    row: 'Q8',
    when: 'a person asked the operator to leave the resource as it is',
    situation: ({ desired: { meta }, env }) => {
      const pause = pauseOf(meta, env.now)
      return pause === null ? null : { _tag: 'Paused', row: 'Q8', pause, reason: `paused: ${pause.message}` }
    },
  },
]

const operationOf = ({ observed: { status: { operation } } }: Pick<Round, 'observed'>): Exclude<Operation, { kind: 'Unreadable' }> | null =>
  operation?.kind === 'Unreadable' ? null : operation

/** Whether or not its spec is recorded: nothing else tells of a job that was sent and is not listed yet (P02). */
const submitting: Row<unknown> = {
  row: 'Q10',
  when: 'the job is being submitted',
  situation: round => {
    const operation = operationOf(round)
    return operation?.kind === 'Submit'
      ? { _tag: 'Submitting', row: 'Q10', operation, reason: `the job is being submitted (${operation.purpose})` } : null
  },
}

/** Nothing is recorded as submitted. */
export const rowsOfNew: readonly Row<ConfiguredSessionJob>[] = [
  submitting,
  {
    row: 'Q13',
    when: 'nothing is recorded as submitted, and a job of the resource is alive',
    situation: round => {
      const [alive] = aliveOwn(round)
      return alive === undefined ? null : jobWithoutRecord(round, alive)
    },
  },
  { row: 'Q14 to Q19', when: 'nothing is recorded as submitted (record-lost.ts)', situation: withoutRecord },
]

const isRecordedSuspended = ({ submitted: { reconciled } }: Recorded): boolean => reconciled.job.state === 'suspended'
const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Pick<Round, 'observed'>): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'
const isStopped = (round: Round, it: Recorded): boolean => isBetween(round) && isRecordedSuspended(it)
const isNeverStarted = ({ observed: { status } }: Pick<Round, 'observed'>, { submitted }: Recorded): boolean =>
  lastStateOf(status, submitted)._tag === 'NeverStarted'
const isResumed = (it: Recorded): boolean => isRecordedSuspended(it) && it.wanted.job.state === 'running'
/** control-flow.md, section 4.1/6 (B31). */
const isChangeDue = ({ desired: { diff }, observed: { status } }: Pick<Round, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'UPGRADING' || diff.type !== 'IGNORE'

/** What is under way goes on before anything else that rests on the reference operator's state. */
const rowsOfOperation: readonly Row<Recorded>[] = [
  {
    row: 'Q9',
    when: 'the job is being stopped',
    situation: round => {
      const operation = operationOf(round)
      return operation?.kind === 'Suspend'
        ? { _tag: 'Suspending', row: 'Q9', operation, reason: `the job is being stopped (${operation.mode})` } : null
    },
  },
  submitting,
]

/** Nothing is under way. */
const rowsOfSubmitted: readonly Row<Recorded>[] = [
  plain('Q11', 'Settled', 'a snapshot is done: its nonce is recorded before anything else', ({ observed }) => isNonceNew(observed)),
  {
    row: 'Q12',
    when: 'a job of this resource is alive, and the status does not tell that it runs',
    situation: (round, { submitted }) => strayJob(round, submitted),
  },
  {
    row: 'Q20',
    when: 'a savepoint that was asked for before the edit can still complete',
    situation: (round, { submitted }) => {
      if (!isHeldBack(round, submitted)) return null
      const step = sendAgain(round, submitted)
      return step === null
        ? blocked(
          'Q20',
          `savepoint ${round.observed.status.jobStatus.savepointInfo.triggerId ?? ''}, which was asked for before the edit`,
          null,
        )
        : { _tag: 'Snapshot', row: `Q20 ${step.row}`, step, reason: step.reason }
    },
  },
  {
    row: 'Q21',
    when: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
    situation: (round, { submitted, wanted }) => {
      const redeploy = wanted.job.state === 'running' ? askedRedeploy(round) : null
      return redeploy === null ? null : {
        _tag: 'RedeployDue',
        row: 'Q21',
        redeploy,
        submitted,
        reason: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
      }
    },
  },
  plain(
    'Q22',
    'AdoptedRollback',
    'a rollback had been begun when this operator took over',
    ({ observed: { status } }, it) => status.reconciliationStatus.state === 'ROLLING_BACK' && !isRecordedSuspended(it),
  ),
  {
    row: 'Q23',
    when: 'the spec that runs was put back',
    situation: ({ desired: { wantsWhatRuns, diff } }, { submitted, wanted }) =>
      wantsWhatRuns && diff.type !== 'IGNORE'
        ? { _tag: 'RunsWhatIsWanted', row: 'Q23', wanted, submitted, reason: 'the spec that runs was put back' } : null,
  },
  plain(
    'Q24',
    'AdoptedCancel',
    'the job was being cancelled for an upgrade when this operator took over',
    ({ observed: { status } }, it) =>
      status.reconciliationStatus.state === 'UPGRADING' && status.jobStatus.state === 'CANCELLING' && !isRecordedSuspended(it),
  ),
  // D-02, D-03
  toRecord(
    'Q25',
    'the job is stopped, as it is to be',
    (round, it) => isStopped(round, it) && it.wanted.job.state === 'suspended' && isSubmittedBefore(round) === 'No',
  ),
  {
    row: 'Q26',
    when: 'the job is stopped for an upgrade, and the operator before may have submitted the next one (E-11)',
    situation: (round, it) => {
      switch (isStopped(round, it) ? isSubmittedBefore(round) : 'No') {
        case 'No':
          return null
        case 'Yes':
          return { _tag: 'AlreadySubmitted', row: 'Q26', reason: 'the job was submitted before this operator took over' }
        case 'Perhaps':
          return perhapsSubmitted(round, it.wanted)
      }
    },
  },
  {
    row: 'Q27',
    when: 'the first submit did not happen yet',
    situation: (round, it) =>
      isStopped(round, it) && isNeverStarted(round, it)
        ? { _tag: 'FirstSubmit', row: 'Q27', asked: 'Spec', wanted: it.wanted, reason: 'the first submit did not happen yet' } : null,
  },
  {
    row: 'R',
    when: 'the job is stopped for an upgrade or a rollback',
    situation: (round, it) => (isStopped(round, it) ? restoreStopped(round, it.submitted, it.wanted) : null),
  },
  {
    // `initialSavepointPath` counts (B20, B45)
    row: 'Q28',
    when: 'the resource was created suspended and never submitted',
    situation: (round, it) =>
      isResumed(it) && isNeverStarted(round, it)
        ? {
          _tag: 'FirstSubmit',
          row: 'Q28',
          asked: 'Spec',
          wanted: it.wanted,
          reason: 'the resource was created suspended and never submitted',
        } : null,
  },
  {
    row: 'Q29',
    when: 'the job is recorded as suspended, and it is alive',
    situation: (round, it) => {
      const { jobId } = round.observed.status.jobStatus
      return isRecordedSuspended(it) && isAlive(round, jobId) && !isDefinite(lastStateOf(round.observed.status, it.submitted))
        ? blocked(
          'Q29',
          'a person: the record of the job is older than what runs',
          upgradeProblem('RestoreFailed', `The job is recorded as suspended, and job ${jobId ?? ''} is alive. ${stopItFirst(jobId ?? '')}`),
        ) : null
    },
  },
  {
    row: 'R',
    when: 'the job is suspended and is to run',
    situation: (round, it) => (isResumed(it) ? restore(round, it.submitted, it.wanted, 'Resume') : null),
  },
  toRecord(
    'Q30',
    'the spec was edited while the job is suspended',
    ({ observed: { status }, desired }, it) =>
      isRecordedSuspended(it) && status.observedGeneration !== desired.generation && desired.invalid === null,
  ),
  plain('Q31', 'Settled', 'the job is suspended', (_round, it) => isRecordedSuspended(it)),
  {
    row: 'S',
    when: 'the edit only scales, and the running job can take it without a restart',
    situation: round => scalingSituation(round),
  },
  {
    row: 'U',
    when: "an edit that can't be done in place",
    situation: (round, { submitted, wanted }) => (isChangeDue(round) ? upgradeSituation(round, submitted, wanted) : null),
  },
  {
    row: 'U',
    when: 'the job is not found, or nobody knows what it left, and a person says stateless',
    situation: (round, { submitted, wanted }) =>
      isEmptyStartAsked(round, submitted, wanted) ? upgradeSituation(round, submitted, wanted) : null,
  },
  {
    row: '4.9/8',
    when: 'the spec did not become stable in time',
    situation: (round, { submitted }) => rollbackSituation(round, submitted),
  },
  {
    row: 'Q36',
    when: 'the job failed, and failed jobs are restarted',
    situation: (round, { submitted }) => failedJob(round, submitted),
  },
  { row: 'Q33 to Q38', when: 'the JobManager does not list the job', situation: (round, { submitted }) => lostJob(round, submitted) },
  {
    row: 'Q40',
    when: 'a snapshot is due, or old ones go',
    situation: (round, { submitted }) => {
      const step = snapshotStep(round, submitted)
      return step === null ? null : { _tag: 'Snapshot', row: `Q40 ${step.row}`, step, reason: step.reason }
    },
  },
  {
    row: 'Q41',
    when: 'none of these',
    situation: ({ desired: { invalid } }) => ({
      _tag: 'Settled',
      row: 'Q41',
      reason: invalid === null ? 'nothing is to be done' : 'the last good spec is in force',
    }),
  },
]

/** In a cluster that is ready, with a record that can be read: the rows in the order in which they are asked. */
export const rowsOfRecorded: readonly Row<Recorded>[] = [...rowsOfOperation, ...rowsOfSubmitted]
