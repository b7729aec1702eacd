import type { AskedRedeploy, Operation } from '../../resource/operation.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { endFirst } from '../../application/stop/end-first.ts'
import { finalizerOf } from '../../resource/resource-type.ts'
import { firstSight } from './first-sight.ts'
import { ingressSituation } from './ingress.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { besideWaitingEdit, failedJob, lostJobManager } from '../../application/recovery/beside-waiting-edit.ts'
import { observationQueries } from './observation-queries.ts'
import { isPastTtl } from './past-ttl.ts'
import { pauseOf } from '../../round/pause.ts'
import { suspendedBeside, withoutRecord } from '../../application/record/record-lost.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { restore, restoreStopped, submittedBefore } from '../../application/upgrade/restore-situation.ts'
import { unhealthyJob } from '../../application/recovery/failed-or-unhealthy.ts'
import { rollbackSituation } from '../../application/upgrade/rollback-situation.ts'
import type { Round } from '../../application/round.ts'
import { scalingSituation } from '../../application/scale/scaling.ts'
import type { Situation } from '../../application/situation.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import { isNonceNew } from '../../job/snapshot/snapshot-nonce.ts'
import { heldBack, snapshotSituation } from '../../application/snapshot-situation.ts'
import { straySituation } from '../../application/recovery/stray-job.ts'
import { stuckSubmit } from '../../application/deploy/stuck-submit.ts'
import type { Ground as GroundOf, GroundTable, Recorded as RecordedOf } from '../../job/record/ground.ts'
import { blindQueries } from '../../cluster/seen/blind-queries.ts'
import { invalidFromTheStart, unmanageable } from '../../job/record/ground-rows.ts'
import type { Query } from '../../query/query.ts'
import type { ClassificationRow } from '../../round/classification.ts'
import { upgradeBesides } from '../../application/upgrade/upgrade-asked.ts'
import { isEmptyStartAsked } from '../../job/upgrade/empty-start-asked.ts'
import { upgradeSituation } from '../../application/upgrade/upgrade-situation.ts'

/** What the record proves. */
export type Ground = GroundOf<ConfiguredSpec, Deployed>
/** Something was deployed, and something is to run or to be suspended. */
export type Recorded = RecordedOf<ConfiguredSpec, Deployed>
type Row<Evidence extends Ground> = ClassificationRow<Round, Evidence, Situation | null>

/** Situations of which nothing more is to be said. */
type Plain = Extract<
  Situation,
  { readonly _tag: 'Deleting' | 'AdoptedRollback' | 'AdoptedCancel' | 'PastTtl' | 'Settled' }
>['_tag']

const plain = <Evidence extends Ground>(
  row: string,
  _tag: Plain,
  reason: string,
  fits: (round: Round, evidence: Evidence) => boolean,
): Row<Evidence> => ({
  row,
  when: reason,
  situation: (round, evidence) => (fits(round, evidence) ? { _tag, row, reason } : null),
})

/** Nothing runs, and nothing is to run. */
const toRecord = (row: string, reason: string, fits: (round: Round, evidence: Recorded) => boolean): Row<Recorded> => ({
  row,
  when: reason,
  situation: (round, it) => (fits(round, it) ? { _tag: 'SuspendedToRecord', row, reason, wanted: it.wanted } : null),
})

const isRecordedSuspended = ({ deployed: { reconciled } }: Recorded): boolean => reconciled.job.state === 'suspended'
const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Pick<Round, 'observed'>): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'
/** UPGRADING or ROLLING_BACK, and the old job is stopped. */
const isStopped = (round: Round, it: Recorded): boolean => isBetween(round) && isRecordedSuspended(it)

const isNeverStarted = ({ observed: { status } }: Pick<Round, 'observed'>, { deployed }: Recorded): boolean =>
  lastStateOf(status, deployed)._tag === 'NeverStarted'
const isResumed = (it: Recorded): boolean => isRecordedSuspended(it) && it.wanted.job.state === 'running'
const redeployOf = (round: Round, { job }: ConfiguredSpec): AskedRedeploy | null => (job.state === 'running' ? askedRedeploy(round) : null)
/** control-flow.md, section 4.1/6 (B31). An invalid spec changes nothing: the round works with the deployed one. */
const isChangeDue = ({ desired: { diff }, observed: { status } }: Pick<Round, 'desired' | 'observed'>): boolean =>
  status.reconciliationStatus.state === 'UPGRADING' || diff.type !== 'IGNORE'

/** Whatever can be read. */
const rowsOfAll: readonly Row<Ground>[] = [
  plain('C1', 'Deleting', 'the resource is being deleted', ({ desired: { meta } }) => meta.deletionTimestamp !== null),
]

const blind = ({ desired, observed: { facts } }: Pick<Round, 'desired' | 'observed'>): readonly Query[] => blindQueries(desired, facts)

/** There is a spec to work towards, and what is recorded can be read. */
const rowsOfReadable: readonly Row<Ground>[] = [
  {
    row: 'C4',
    when: 'our finalizer is not there yet',
    situation: round => (pauseOf(round.desired.meta, round.env.now) === null
        && !round.desired.meta.finalizers.includes(finalizerOf(round.desired.meta)) ? firstSight(round) : null),
  },
  {
    row: 'C5',
    when: 'how the JobManager and the job are was not seen in this round',
    situation: round => {
      const missing = observationQueries(round)
      return missing.length === 0 ? null : needsFacts('C5', missing, 'how are the JobManager and the job?')
    },
  },
  {
    row: 'C30',
    when: 'a person asked the operator to leave the resource as it is',
    situation: ({ desired: { meta }, env }) => {
      const pause = pauseOf(meta, env.now)
      return pause === null ? null : { _tag: 'Paused', row: 'C30', pause, reason: `paused: ${pause.message}` }
    },
  },
]

const notDeployed: ClassificationRow<Round, Extract<Ground, { _tag: 'NotDeployed' }>, Situation> = {
  row: 'C9, C10, C34 to C37',
  when: 'nothing is recorded as deployed (record-lost.ts)',
  situation: (round, { wanted }) => withoutRecord(round, wanted),
}

const operationOf = (
  { observed: { status: { operation } } }: Pick<Round, 'observed'>,
): Exclude<Operation, { kind: 'Unreadable' }> | null => (operation?.kind === 'Unreadable' ? null : operation)

/** What is under way goes on before anything else that rests on the reference operator's state. */
const rowsOfOperation: readonly Row<Recorded>[] = [
  {
    row: 'C6',
    when: 'the job is being stopped',
    situation: round => {
      const operation = operationOf(round)
      return operation?.kind === 'Suspend'
        ? { _tag: 'Suspending', row: 'C6', operation, reason: `the job is being stopped (${operation.mode})` } : null
    },
  },
  {
    row: 'C7',
    when: 'the cluster is being deployed',
    situation: round => {
      const operation = operationOf(round)
      return operation?.kind === 'Deploy'
        ? { _tag: 'Deploying', row: 'C7', operation, reason: `the cluster is being deployed (${operation.purpose})` } : null
    },
  },
  {
    row: 'C8',
    when: 'the cluster is being taken away',
    situation: round => {
      const operation = operationOf(round)
      return operation?.kind === 'TearDown'
        ? { _tag: 'TearingDown', row: 'C8', operation, reason: `the cluster is being taken away (${operation.purpose})` } : null
    },
  },
]

/** Nothing is under way. control-flow.md, sections 2.5, 3.1 and 4.1. */
const rowsOfDeployed: readonly Row<Recorded>[] = [
  plain('C25', 'Settled', 'a snapshot is done: its nonce is recorded before anything else', ({ observed }) => isNonceNew(observed)),
  {
    row: 'C26',
    when: 'a savepoint that was asked for before the edit can still complete',
    situation: (round, { deployed }) => heldBack(round, deployed),
  },
  {
    row: 'Z',
    when: 'a redeploy is asked for, and the plan of the job that runs can be taken away by Flink alone',
    situation: (round, { deployed, wanted }) => (redeployOf(round, wanted) === null ? null : endFirst(round, deployed)),
  },
  {
    row: 'C21',
    when: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
    situation: (round, { deployed, wanted }) => {
      const redeploy = redeployOf(round, wanted)
      return redeploy === null ? null
        : {
          _tag: 'RedeployDue',
          row: 'C21',
          redeploy,
          wanted,
          deployed,
          reason: 'a new savepointRedeployNonce asks for a start from initialSavepointPath',
        }
    },
  },
  plain(
    'C22',
    'AdoptedRollback',
    'a rollback had been begun when this operator took over',
    ({ observed: { status } }, it) => status.reconciliationStatus.state === 'ROLLING_BACK' && !isRecordedSuspended(it),
  ),
  {
    row: 'C23',
    when: 'the spec that runs was put back',
    situation: (
      { desired: { wantsWhatRuns, diff } },
      { deployed, wanted },
    ) => (wantsWhatRuns && diff.type !== 'IGNORE'
      ? { _tag: 'RunsWhatIsWanted', row: 'C23', wanted, deployed, reason: 'the spec that runs was put back' } : null),
  },
  plain(
    'C11',
    'AdoptedCancel',
    'the job was being cancelled for an upgrade when this operator took over',
    ({ observed: { status } }, it) =>
      status.reconciliationStatus.state === 'UPGRADING' && status.jobStatus.state === 'CANCELLING' && !isRecordedSuspended(it),
  ),
  // D-02, D-03
  toRecord('C13', 'the job is stopped, as it is to be', (round, it) => isStopped(round, it) && it.wanted.job.state === 'suspended'),
  {
    row: 'C14',
    when: 'the job is stopped for an upgrade, and the operator before may have submitted the next one',
    situation: (round, it) => (isStopped(round, it) ? submittedBefore(round, it.deployed) : null),
  },
  {
    row: 'C15',
    when: 'the first deployment did not happen yet',
    situation: (
      round,
      it,
    ) => (isStopped(round, it) && isNeverStarted(round, it)
      ? { _tag: 'FirstDeployment', row: 'C15', asked: 'Spec', wanted: it.wanted, reason: 'the first deployment did not happen yet' }
      : null),
  },
  {
    row: 'R',
    when: 'the job is stopped for an upgrade or a rollback',
    situation: (round, it) => (isStopped(round, it) ? restoreStopped(round, it.deployed, it.wanted) : null),
  },
  { row: 'C12', when: 'a job that is not to run is alive', situation: (round, { deployed }) => straySituation(round, deployed) },
  {
    // `initialSavepointPath` counts (B20, B45)
    row: 'C28',
    when: 'the resource was created suspended and never deployed',
    situation: (
      round,
      it,
    ) => (isResumed(it) && isNeverStarted(round, it)
      ? {
        _tag: 'FirstDeployment',
        row: 'C28',
        asked: 'Spec',
        wanted: it.wanted,
        reason: 'the resource was created suspended and never deployed',
      } : null),
  },
  {
    row: 'R',
    when: 'the job is suspended and is to run',
    situation: (round, it) => (isResumed(it) ? restore(round, it.deployed, it.wanted, 'Resume') : null),
  },
  {
    row: 'C38',
    when: 'the job is recorded as suspended, and another one is alive',
    situation: (round, it) => (isRecordedSuspended(it) ? suspendedBeside(round, it.wanted.job) : null),
  },
  toRecord(
    'C16',
    'the spec was edited while the job is suspended',
    ({ observed: { status }, desired }, it) =>
      isRecordedSuspended(it) && status.observedGeneration !== desired.generation && desired.invalid === null,
  ),
  plain(
    'C17',
    'PastTtl',
    'the JobManager of the suspended job is not needed any more',
    (round, it) => isRecordedSuspended(it) && isPastTtl(round, it.deployed),
  ),
  plain('C18', 'Settled', 'the job is suspended', (_round, it) => isRecordedSuspended(it)),
  {
    row: 'S',
    when: 'the edit only scales, and the running job can take it without a restart',
    situation: round => scalingSituation(round),
  },
  {
    row: 'I',
    when: 'the edit changes only the ingress',
    situation: (round, { deployed }) => {
      const due = ingressSituation(round)
      // an Ingress that can't be had now keeps nothing else down (V02)
      return due?._tag === 'IngressDue' && (due.step._tag === 'Wait' || due.step._tag === 'InTheWay')
        ? (besideWaitingEdit(round, deployed, { problem: null, reason: due.reason }) ?? due) : due
    },
  },
  {
    row: 'U',
    when: "an edit that can't be done in place",
    situation: (round, { deployed, wanted }) => (isChangeDue(round) ? upgradeBesides(round, deployed, wanted) : null),
  },
  {
    row: 'U',
    when: 'the job is not found, or nobody knows what it left, and a person says stateless',
    situation: (
      round,
      { deployed, wanted },
    ) => (isEmptyStartAsked(round, deployed, wanted) ? upgradeSituation(round, deployed, wanted) : null),
  },
  {
    row: 'C29',
    when: 'the operator before did not finish its submit, and nothing ever ran in it',
    situation: (round, { deployed }) => stuckSubmit(round, deployed),
  },
  { row: '4.9/8', when: 'the spec did not become stable in time', situation: (round, { deployed }) => rollbackSituation(round, deployed) },
  {
    row: 'C24',
    when: 'the job failed, and failed jobs are restarted',
    situation: (round, { deployed }) => failedJob(round, deployed),
  },
  {
    row: 'L',
    when: 'the JobManager is lost',
    situation: (round, { deployed }) => lostJobManager(round, deployed),
  },
  { row: 'H', when: 'the job runs, and does not do what it is for', situation: (round, { deployed }) => unhealthyJob(round, deployed) },
  { row: 'C27', when: 'a snapshot is due, or old ones go', situation: (round, { deployed }) => snapshotSituation(round, deployed) },
  plain('C19', 'PastTtl', 'the JobManager of the ended job is not needed any more', (round, { deployed }) => isPastTtl(round, deployed)),
]

const nothingToDo: ClassificationRow<Round, Recorded, Situation> = {
  row: 'C20',
  when: 'none of these',
  situation: ({ desired: { invalid } }) => ({
    _tag: 'Settled',
    row: 'C20',
    reason: invalid === null ? 'nothing is to be done' : 'the last good spec is in force',
  }),
}

/** The table of classification: which rows are asked on which ground, and in which order. */
export const classification: GroundTable<Round, ConfiguredSpec, Deployed, Situation> = {
  Unreadable: { rows: rowsOfAll, last: unmanageable('C2', 'are the JobManager and the job', blind) },
  NoSpec: { rows: rowsOfAll, last: invalidFromTheStart('C3') },
  NotDeployed: { rows: [...rowsOfAll, ...rowsOfReadable], last: notDeployed },
  Deployed: { rows: [...rowsOfAll, ...rowsOfReadable, ...rowsOfOperation, ...rowsOfDeployed], last: nothingToDo },
}
