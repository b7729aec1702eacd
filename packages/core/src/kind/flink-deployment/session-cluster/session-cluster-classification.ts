import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import { clusterQueries } from '../../../cluster/observe/cluster-queries.ts'
import type { RecordedCluster } from '../../../cluster/cluster-situation.ts'
import { clusterTable } from '../../../cluster/cluster-table.ts'
import { isLost } from '../../../cluster/recovery/lost-cluster.ts'
import { unobservableSeen } from '../../../cluster/observe/job-manager-seen.ts'
import type { LifecycleTables } from '../../../job/classify-job.ts'
import { firstTable } from '../../../job/first-table.ts'
import { orLook, onceSeen } from '../../../contract/query/ask.ts'
import type { LastRow, Row } from '../../../contract/round/row.ts'
import { lostSituation, rollbackDue } from './lost-session-cluster.ts'
import { allSeen } from './observe-session-cluster.ts'
import type { SessionRound } from './session-cluster-round.ts'
import { scaleRow, scaleStep } from './scale-task-managers.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { needsFacts } from '../../../contract/round/waiting-situation.ts'
import { unlessJobsAffected } from './unless-at-stake.ts'

type Wanted = Pick<RecordedCluster, 'wanted'>
type SessionRow<Evidence> = Row<[SessionRound, Evidence], SessionSituation>

interface SessionCluster {
  readonly round: SessionRound
  readonly recorded: RecordedCluster
  readonly situation: SessionSituation
}

/** The rows of the cluster's lifecycle, which stand among those for the jobs that it runs. */
const clusterRows = clusterTable<SessionCluster>({
  looksLive: () => false,
  recoveredBeside: (round, deployed) => (isLost(round) ? lostSituation(round, deployed) : null),
  submitAgain: (_round, { running }, row) => ({
    _tag: 'StuckSubmit',
    row,
    wanted: running,
    reason: 'the previous operator did not finish its submit: the cluster is submitted again',
  }),
  lost: lostSituation,
})

/**
 * If an edit waits and the JobManager is lost, the operator recovers the cluster with the deployed spec and the edit waits for that (B33;
 * V02). If the JobManager is not lost, `waiting` is returned unchanged.
 */
const unlessLost = (round: SessionRound, deployed: DeployedCluster, waiting: SessionSituation): SessionSituation =>
  clusterRows['jobmanager-lost'].holds(round, { deployed }) ?? waiting

/** An operation in progress is continued before anything else is considered. */
const rowsOfOperation = [clusterRows.deploying, clusterRows['tearing-down']]

/**
 * The status records no deployment. If a cluster exists all the same, the operator checks its jobs as if it knew nothing about the high
 * availability of that cluster.
 */
const notDeployed: LastRow<[SessionRound, Wanted], SessionSituation> = {
  id: 'session-cluster/never-deployed',
  when: 'the status records no deployment: deploy the cluster, unless a cluster of the same name runs jobs that would be lost',
  holds: (round, { wanted }) => {
    const due = {
      _tag: 'FirstDeployment',
      row: 'session-cluster/never-deployed',
      wanted,
      jobs: { jobs: 'Gone', reason: 'first deployment' },
      reason: 'the resource was never deployed',
    } as const
    const change = { what: 'A deployment over a cluster that the status does not record', before: [], after: wanted }
    return onceSeen(
      round.observed.facts,
      [clusterQueries(round.desired).deployment],
      queries => needsFacts('session-cluster/never-deployed', queries, 'does a cluster of that name exist?'),
      () =>
        round.observed.facts.deployment?._tag === 'Absent' ? due
          : unlessJobsAffected(
            round,
            'session-cluster/never-deployed',
            change,
            jobs => ({ ...due, row: `session-cluster/never-deployed, ${jobs.row}`, jobs }),
          ),
    )
  },
}

/** Rows for a deployed cluster without an operation in progress. */
const rowsOfDeployed: readonly SessionRow<RecordedCluster>[] = [
  {
    ...clusterRows['submitted-before'],
    holds: round => (isBetween(round) ? clusterRows['submitted-before'].holds(round, null) : null),
  },
  {
    id: 'session-cluster/deploy-begun',
    when: 'an upgrade or a rollback was begun, and no operation is in progress',
    holds: (round, { deployed, wanted }) =>
      isBetween(round)
        ? unlessJobsAffected(round, 'session-cluster/deploy-begun', {
          what: 'The deploy that was begun',
          before: mayRun(round, deployed),
          after: wanted,
        }, jobs => ({
          _tag: 'UpgradeDue',
          row: `session-cluster/deploy-begun, ${jobs.row}`,
          wanted,
          jobs,
          reason: 'the deploy that was begun continues',
        })) : null,
  },
  {
    id: 'session-cluster/edit-taken-back',
    when: 'the user put back the spec that is running',
    holds: ({ desired: { wantsWhatRuns, diff } }, { wanted }) =>
      wantsWhatRuns && diff.type !== 'IGNORE'
        ? { _tag: 'RunsWhatIsWanted', row: 'session-cluster/edit-taken-back', wanted, reason: 'the user put back the spec that is running' }
        : null,
  },
  clusterRows['ingress-edit'],
  {
    id: 'session-cluster/scaling',
    when: 'the edit changes only the number of TaskManagers of a standalone cluster, or such an edit was taken back',
    holds: (round, { deployed, wanted }) => {
      if (round.observed.status.reconciliationStatus.state !== 'DEPLOYED') return null
      return pipe(
        scaleStep(round, wanted),
        E.map(step => {
          if (step === null) return null
          const row = `session-cluster/scaling, ${scaleRow[step._tag].id}`
          const due: SessionSituation = { _tag: 'ScaleDue', row, wanted, step, reason: 'only the number of TaskManagers changes' }
          return step._tag === 'Wait' ? unlessLost(round, deployed, due) : due
        }),
        orLook(queries => needsFacts('session-cluster/scaling', queries, 'how many TaskManagers exist?')),
      )
    },
  },
  {
    id: 'session-cluster/edit',
    when: 'the edit replaces the JobManager, which would end every job that high availability does not recover (E-1)',
    holds: (round, { deployed, wanted }) => {
      if (round.desired.diff.type === 'IGNORE') return null
      const due = unlessJobsAffected(
        round,
        'session-cluster/edit',
        { what: 'The edit', before: [deployed.running], after: wanted },
        jobs => ({
          _tag: 'UpgradeDue',
          row: `session-cluster/edit, ${jobs.row}`,
          wanted,
          jobs,
          reason: `the spec was edited; ${jobs.reason}`,
        }),
      )
      // the edit waits until its jobs are suspended, and only a running JobManager can suspend them (B33)
      return due._tag === 'Blocked' ? unlessLost(round, deployed, due) : due
    },
  },
  clusterRows['submit-unfinished'],
  {
    id: 'session-cluster/rollback',
    when: 'the spec did not become stable in time',
    holds: (round, { deployed }) => rollbackDue(round, deployed),
  },
  clusterRows['jobmanager-lost'],
]

const nothingToDo: LastRow<[SessionRound, RecordedCluster], SessionSituation> = {
  id: 'session-cluster/nothing',
  when: 'none of the rows above',
  holds: ({ desired: { invalid } }) => ({
    _tag: 'Settled',
    row: 'session-cluster/nothing',
    reason: invalid === null ? 'nothing is to be done' : 'the last valid spec is in force',
  }),
}

const isBetween = ({ observed: { status: { reconciliationStatus: { state } } } }: Pick<SessionRound, 'observed'>): boolean =>
  state === 'UPGRADING' || state === 'ROLLING_BACK'

/**
 * Specs that may be running after a deploy was begun. The record already names the next spec, so the running one is either that or the last
 * stable spec.
 */
const mayRun = ({ desired: { stable } }: Pick<SessionRound, 'desired'>, { running }: DeployedCluster): readonly ConfiguredCluster[] =>
  stable === null ? [running] : [running, stable]

/** The classification tables of a session cluster. */
export const classification: LifecycleTables<SessionRound, ConfiguredCluster, RecordedCluster, SessionSituation> = {
  first: firstTable<SessionRound, SessionSituation>({
    rowsBefore: {},
    seen: 'is the JobManager',
    allSeen,
    unreadableSeen: ({ desired, observed: { facts } }) => unobservableSeen(desired, facts),
  }, () => null),
  unrecorded: [...rowsOfOperation, notDeployed],
  recorded: [...rowsOfOperation, ...rowsOfDeployed, nothingToDo],
}
