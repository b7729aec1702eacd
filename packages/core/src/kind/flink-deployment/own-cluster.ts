import { submitAgain } from './application/deploy/stuck-submit.ts'
import { beginDeploy } from './application/deploy/begin-application-deploy.ts'
import { settling } from './application/settling.ts'
import { recordAlreadyUpgraded, recordRunning, recordSuspended } from './application/record/status-updates.ts'
import { stopping } from './application/stop/stopping.ts'
import { events } from './application/report/application-events.ts'
import type { ConfiguredSpec } from '../../spec/configured-spec.ts'
import type { UpgradeMode } from '../../contract/resource/flink-deployment-spec.ts'
import { suspendedBeside, unrecorded } from './application/record/application-record-lost.ts'
import { lostJobManager } from './application/recovery/lost-job-manager.ts'
import { orphanSituation } from './application/recovery/orphan-situation.ts'
import { unhealthyJob } from './application/recovery/unhealthy-job.ts'
import { restoreFrom } from './application/recovery/restore-point.ts'
import type { Round } from './application/application-round.ts'
import { scaling } from './application/scale/application-scaling.ts'
import { startAndStateSeen } from './application/observe/start-and-state-seen.ts'
import type { ApplicationJob, Recorded, Situation } from './application/application-situation.ts'
import { cancelBeforeRedeploy } from './application/stop/end-first.ts'
import { haMetadataQueries, notAvailable, rollbackObstacles, stopAnswer } from './application/upgrade/stop-answer.ts'
import { clusterTable } from '../../cluster/cluster-table.ts'
import { unobservableSeen } from '../../cluster/observe/unobservable-seen.ts'
import { asked, together } from '../../contract/query/ask.ts'
import { storedStateQueries } from '../../job/autoscale/autoscaler-state-seen.ts'
import { attemptAnnotation } from '../../contract/resource/attempt-annotation.ts'
import type { JobHost } from '../../job/job-host.ts'
import type { AskedRow } from '../../job/job-row.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { recoveredBeside } from '../../job/upgrade/edit-waits.ts'
import { hasLookedLive } from './deployment-ingress.ts'
import { allSeen } from './deployment-observation-queries.ts'
import { isPastTtl } from './past-ttl.ts'

const pastTtl = (row: string, when: string, fits: (round: Round, it: Recorded) => boolean): AskedRow<ApplicationJob> => ({
  id: row,
  when,
  holds: (round, it) => (fits(round, it) ? { _tag: 'PastTtl', row, reason: when } : null),
})

interface ApplicationCluster {
  readonly round: Round
  readonly recorded: Pick<Recorded, 'deployed' | 'wanted'>
  readonly situation: Situation
}

/** The rows of the cluster's lifecycle, which stand among those of its job. */
export const clusterRows = clusterTable<ApplicationCluster>({
  looksLive: hasLookedLive,
  recoveredBeside: (round, deployed, reason) => recoveredBeside(ownCluster, round, deployed, { problem: null, reason }),
  submitAgain,
  lost: lostJobManager,
})

const stuckSubmit = (round: Round, deployed: Recorded['deployed']): Situation | null =>
  clusterRows['submit-unfinished'].holds(round, { deployed })

/**
 * Extra rows for a job that has its own cluster. Each key is the row of the shared job lifecycle before which the extra rows are checked.
 */
const rowsBefore: JobHost<ApplicationJob>['rowsBefore'] = {
  'snapshot-nonce': [clusterRows['tearing-down']],
  'savepoint-redeploy': [
    {
      id: 'end-before-redeploy',
      when: 'the user asked for a redeploy, and only Flink can delete the stored plan of the running job',
      holds: (round, { deployed, wanted }) =>
        wanted.job.state === 'running' && askedRedeploy(round) !== null ? cancelBeforeRedeploy(round, deployed) : null,
    },
  ],
  'resumed-before-first-start': [
    { id: 'orphan-job', when: 'a job that should not run is alive', holds: (round, { deployed }) => orphanSituation(round, deployed) },
  ],
  'edited-while-suspended': [
    {
      id: 'suspended/job-alive',
      when: 'the status records the job as suspended, but a job is alive',
      holds: (round, it) => (it.deployed.reconciled.job.state === 'suspended' ? suspendedBeside(round, it.wanted.job) : null),
    },
  ],
  suspended: [
    pastTtl(
      'past-ttl/suspended',
      'the JobManager of the suspended job is no longer needed',
      (round, it) => it.deployed.reconciled.job.state === 'suspended' && isPastTtl(round, it.deployed),
    ),
  ],
  edit: [clusterRows['ingress-edit']],
  rollback: [clusterRows['submit-unfinished']],
  snapshot: [
    { id: 'unhealthy', when: 'the job runs, but its health check fails', holds: (round, { deployed }) => unhealthyJob(round, deployed) },
  ],
  nothing: [
    pastTtl('past-ttl/ended', 'the JobManager of the ended job is no longer needed', (round, { deployed }) => isPastTtl(round, deployed)),
  ],
}

const updateOf = ({ desired, env }: Round, { spec, job }: ConfiguredSpec, mode: UpgradeMode) => ({ desired, spec, job, mode, now: env.now })

/** The callbacks of the job lifecycle for a FlinkDeployment with a job: the job runs in its own cluster. */
export const ownCluster: JobHost<ApplicationJob> = {
  rowsBefore,
  first: {
    rowsBefore: {},
    seen: 'are the JobManager and the job',
    allSeen: round => together(asked(storedStateQueries(round)), () => allSeen(round))(round.observed.facts),
    unreadableSeen: ({ desired, observed: { facts } }) => unobservableSeen(desired, facts),
  },
  unrecorded,
  wanted: ({ desired }) => desired.wanted,
  recorded: ({ desired: { deployed, wanted, stable } }) =>
    deployed._tag === 'Deployed' && wanted !== null ? { deployed, wanted, stable } : null,
  starting: clusterRows.deploying.holds,
  startedBefore: clusterRows['submitted-before'].holds,
  restoreFrom,
  scaling,
  upgradeAnswer: stopAnswer,
  isOfDeployedAttempt: ({ observed: { status: { operatorRecord }, facts: { deployment } } }) =>
    deployment?._tag === 'Known' && deployment.value.annotations[attemptAnnotation] === operatorRecord.deployedAttempt,
  startSeen: startAndStateSeen,
  haMetadataQueries,
  cancelBeforeRedeploy,
  stopsLater: () => null,
  notAvailable,
  rollbackObstacles,
  lost: (round, deployed) => clusterRows['jobmanager-lost'].holds(round, { deployed }),
  recoveries: { first: [stuckSubmit], last: [unhealthyJob] },
  start: beginDeploy,
  stopping,
  settling,
  recordRunning: (round, wanted, mode) => recordRunning(round.observed.status, updateOf(round, wanted, mode)),
  recordSuspended: (round, wanted, mode) => recordSuspended(round.observed.status, updateOf(round, wanted, mode)),
  recordUpgraded: ({ observed, desired }) => recordAlreadyUpgraded(observed.status, desired),
  events,
}
