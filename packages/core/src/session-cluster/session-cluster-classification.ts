import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import type { DeployedCluster } from '../cluster/deployed-spec.ts'
import { isIngressAlone } from '../cluster/ingress/keep-ingress.ts'
import { ingressStep } from '../cluster/ingress/ingress-step.ts'
import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { submitSeen } from '../cluster/seen/incomplete-submit.ts'
import type { RecordedState as RecordedStateOf, RecordedStateTable, Recorded as RecordedOf } from '../job/record/recorded-state.ts'
import { blindQueries } from '../cluster/seen/blind-queries.ts'
import { invalidFromTheStart, unmanageable } from '../job/record/recorded-state-rows.ts'
import { asked, orLook } from '../query/ask.ts'
import { finalizerOf } from '../resource/resource-type.ts'
import type { Query } from '../query/query.ts'
import type { ClassificationRow } from '../round/classification.ts'
import { pauseOf } from '../round/pause.ts'
import { isLost, lostSituation, unlessLost } from './lost-session-cluster.ts'
import { observationQueries } from './session-cluster-observation-queries.ts'
import { rollbackDue } from './rollback.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { scaleStep } from './scale-task-managers.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { needsFacts } from '../round/waiting-situation.ts'
import { submittedBefore } from './submitted-before.ts'
import { unlessJobsAffected } from './unless-at-stake.ts'

/** What the record of a session cluster proves. */
export type RecordedState = RecordedStateOf<ConfiguredCluster, DeployedCluster>
/** Something was deployed, and something is to run. */
export type Recorded = RecordedOf<ConfiguredCluster, DeployedCluster>
type Row<Evidence extends RecordedState> = ClassificationRow<SessionRound, Evidence, SessionSituation | null>

/** Whatever can be read. */
const rowsOfAll: readonly Row<RecordedState>[] = [
  {
    row: 'K1',
    when: 'the resource is being deleted',
    situation: ({ desired: { meta } }) =>
      meta.deletionTimestamp === null ? null : { _tag: 'Deleting', row: 'K1', reason: 'the resource is being deleted' },
  },
]

const blind = ({ desired, observed: { facts } }: Pick<SessionRound, 'desired' | 'observed'>): readonly Query[] =>
  blindQueries(desired, facts)

/** There is a spec to work towards, and what is recorded can be read. */
const rowsOfReadable: readonly Row<RecordedState>[] = [
  {
    row: 'K4',
    when: 'our finalizer is not there yet',
    situation: ({ desired: { meta }, env }) =>
      pauseOf(meta, env.now) === null && !meta.finalizers.includes(finalizerOf(meta))
        ? { _tag: 'NotYetOurs', row: 'K4', reason: 'our finalizer is added first' } : null,
  },
  {
    row: 'K5',
    when: 'how the JobManager is was not seen in this round',
    situation: round => {
      const missing = observationQueries(round)
      return missing.length === 0 ? null : needsFacts('K5', missing, 'how is the JobManager?')
    },
  },
  {
    row: 'K6',
    when: 'a person asked the operator to leave the resource as it is',
    situation: ({ desired: { meta }, env }) => {
      const pause = pauseOf(meta, env.now)
      return pause === null ? null : { _tag: 'Paused', row: 'K6', pause, reason: `paused: ${pause.message}` }
    },
  },
]

/** What is under way goes on before anything else. */
const rowsOfOperation: readonly Row<RecordedState>[] = [
  {
    row: 'K7',
    when: 'the cluster is being deployed',
    situation: ({ observed: { status: { operation } } }) =>
      operation?.kind === 'Deploy'
        ? { _tag: 'Deploying', row: 'K7', operation, reason: `the cluster is being deployed (${operation.purpose})` } : null,
  },
  {
    row: 'K8',
    when: 'the cluster is being taken away',
    situation: ({ observed: { status: { operation } } }) =>
      operation?.kind === 'TearDown'
        ? { _tag: 'TearingDown', row: 'K8', operation, reason: `the cluster is being taken away (${operation.purpose})` } : null,
  },
]

/** A cluster that nothing is recorded of, and that is there, is asked for its jobs as if nothing were known of its high availability. */
const notDeployed: ClassificationRow<SessionRound, Extract<RecordedState, { _tag: 'NotDeployed' }>, SessionSituation> = {
  row: 'K9',
  when: 'nothing is recorded as deployed: it is deployed, unless a cluster of that name runs jobs that would be lost',
  situation: (round, { wanted }) => {
    const due = {
      _tag: 'FirstDeployment',
      row: 'K9',
      wanted,
      jobs: { jobs: 'Gone', reason: 'first deployment' },
      reason: 'the resource was never deployed',
    } as const
    const change = { what: 'A deployment over a cluster that the status does not tell of', before: [], after: wanted }
    return pipe(
      round.observed.facts,
      asked([clusterQueries(round.desired).deployment]),
      E.map(() =>
        round.observed.facts.deployment?._tag === 'Absent' ? due
          : unlessJobsAffected(round, 'K9', change, jobs => ({ ...due, row: `K9 ${jobs.row}`, jobs }))
      ),
      orLook(queries => needsFacts('K9', queries, 'is there a cluster of that name?')),
    )
  },
}

/** Nothing is under way. */
const rowsOfDeployed: readonly Row<Recorded>[] = [
  {
    row: 'K10',
    when: 'the operator before recorded an upgrade as begun, and did submit the cluster',
    situation: round => (isBetween(round) ? submittedBefore(round) : null),
  },
  {
    row: 'K11',
    when: 'an upgrade or a rollback was begun, and nothing is under way',
    situation: (round, { deployed, wanted }) =>
      isBetween(round)
        ? unlessJobsAffected(round, 'K11', { what: 'The deploy that was begun', before: mayRun(round, deployed), after: wanted }, jobs => ({
          _tag: 'UpgradeDue',
          row: `K11 ${jobs.row}`,
          wanted,
          jobs,
          reason: 'the deploy that was begun goes on',
        })) : null,
  },
  {
    row: 'K12',
    when: 'the spec that runs was put back',
    situation: ({ desired: { wantsWhatRuns, diff } }, { wanted }) =>
      wantsWhatRuns && diff.type !== 'IGNORE'
        ? { _tag: 'RunsWhatIsWanted', row: 'K12', wanted, reason: 'the spec that runs was put back' } : null,
  },
  {
    row: 'K13',
    when: 'the edit changes only the ingress',
    situation: (round, { deployed, wanted }) => {
      if (!isIngressAlone(round.desired.diff) || round.observed.status.reconciliationStatus.state !== 'DEPLOYED') return null
      const step = ingressStep(round, wanted, false)
      if (step._tag === 'LookFirst') return needsFacts('K13', step.queries, step.reason)
      const due: SessionSituation = { _tag: 'IngressDue', row: `K13 ${step._tag}`, step, wanted, reason: step.reason }
      return step._tag === 'Wait' || step._tag === 'InTheWay' ? unlessLost(round, deployed, due) : due
    },
  },
  {
    row: 'K14',
    when: 'the edit changes only the number of TaskManagers of a standalone cluster',
    situation: (round, { deployed, wanted }) => {
      if (round.observed.status.reconciliationStatus.state !== 'DEPLOYED') return null
      return pipe(
        scaleStep(round, wanted),
        E.map(step => {
          if (step === null) return null
          const row = `K14 ${step._tag}`
          const due: SessionSituation = { _tag: 'ScaleDue', row, wanted, step, reason: 'the edit changes only the number of TaskManagers' }
          return step._tag === 'Wait' ? unlessLost(round, deployed, due) : due
        }),
        orLook(queries => needsFacts('K14', queries, 'how many TaskManagers are there?')),
      )
    },
  },
  {
    row: 'K15',
    when: 'an edit that takes the JobManager away, and with it the jobs that no high availability brings back (E-1)',
    situation: (round, { deployed, wanted }) => {
      if (round.desired.diff.type === 'IGNORE') return null
      const due = unlessJobsAffected(round, 'K15', { what: 'The edit', before: [deployed.running], after: wanted }, jobs => ({
        _tag: 'UpgradeDue',
        row: `K15 ${jobs.row}`,
        wanted,
        jobs,
        reason: `the spec was edited; ${jobs.reason}`,
      }))
      // an edit that waits for its jobs to be suspended: for that their JobManager has to be there (B33)
      return due._tag === 'Blocked' ? unlessLost(round, deployed, due) : due
    },
  },
  {
    row: 'K16',
    when: 'the operator before did not finish its submit, and nothing ever ran in it',
    situation: (round, { deployed: { running } }) => {
      const seen = submitSeen(round)
      if (seen._tag === 'LookFirst') return needsFacts('K16', seen.queries, seen.reason)
      return seen._tag === 'Yes' ? null
        : {
          _tag: 'StuckSubmit',
          row: 'K16',
          wanted: running,
          reason: 'the operator before did not finish its submit: it is submitted again',
        }
    },
  },
  { row: 'K17', when: 'the spec did not become stable in time', situation: (round, { deployed }) => rollbackDue(round, deployed) },
  {
    row: 'K18',
    when: 'the JobManager is lost',
    situation: (round, { deployed }) => (isLost(round) ? lostSituation(round, deployed) : null),
  },
]

const nothingToDo: ClassificationRow<SessionRound, Recorded, SessionSituation> = {
  row: 'K19',
  when: 'none of these',
  situation: ({ desired: { invalid } }) => ({
    _tag: 'Settled',
    row: 'K19',
    reason: invalid === null ? 'nothing is to be done' : 'the last good spec is in force',
  }),
}

const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Pick<SessionRound, 'observed'>): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'

/** The record is that of what was to come: what runs is that, or what was stable before. */
const mayRun = ({ desired: { stable } }: Pick<SessionRound, 'desired'>, { running }: DeployedCluster): readonly ConfiguredCluster[] =>
  stable === null ? [running] : [running, stable]

/** The table of classification: which rows are asked on which ground, and in which order. */
export const classification: RecordedStateTable<SessionRound, ConfiguredCluster, DeployedCluster, SessionSituation> = {
  Unreadable: { rows: rowsOfAll, last: unmanageable('K2', 'is the JobManager', blind) },
  NoSpec: { rows: rowsOfAll, last: invalidFromTheStart('K3') },
  NotDeployed: { rows: [...rowsOfAll, ...rowsOfReadable, ...rowsOfOperation], last: notDeployed },
  Deployed: { rows: [...rowsOfAll, ...rowsOfReadable, ...rowsOfOperation, ...rowsOfDeployed], last: nothingToDo },
}
