import { isTerminal } from '../../contract/resource/job-status.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { lastStateOf } from '../../job/record/last-state-of.ts'
import { checkpointCacheMillis, isEndedRun, isLastStateDiscarded } from '../../job/observe/observe-last-state.ts'
import type { Round, ApplicationJob, Recorded, Situation } from './application/application-round.ts'
import { submitAgain, beginDeploy } from './application/deploy/begin-application-deploy.ts'
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
import { scaling } from './application/scale/application-scaling.ts'
import { startAndStateSeen } from './application/observe/application-ha-seen.ts'
import { cancelBeforeRedeploy } from './application/stop/end-first.ts'
import { haMetadataQueries, notAvailable, rollbackObstacles, stopAnswer } from './application/upgrade/available-upgrade-mode.ts'
import { clusterTable } from '../../cluster/cluster-table.ts'
import { unobservableSeen } from '../../cluster/observe/job-manager-seen.ts'
import { asked, together } from '../../contract/query/ask.ts'
import { storedStateQueries } from '../../job/autoscale/state-write.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import type { JobHost } from '../../job/job-host.ts'
import type { AskedRow } from '../../job/job-row.ts'
import { askedRedeploy } from '../../job/upgrade/redeploy-start.ts'
import { recoveredBeside } from '../../job/upgrade/edit-waits.ts'
import { hasLookedLive } from './deployment-ingress.ts'
import { allSeen } from './observe-deployment.ts'

/**
 * Has the JobManager of an ended job been kept long enough (control-flow.md, section 4.10/6)? The time counts from when the operator saw
 * the job ended or suspended (D-27). The JobManager stays while it may still report the last state of the job.
 */
export const isPastTtl = (round: Round, deployed: Deployed): boolean => {
  const { observed: { status }, env } = round
  const since = status.operatorRecord.terminalSince
  return status.jobManagerDeploymentStatus !== 'MISSING' && isTerminal(status.jobStatus.state) && since !== null
    && env.now > since + deployed.running.options.jmDeploymentShutdownTtl && isReported(round, deployed, since)
}

const isReported = (round: Round, deployed: Deployed, since: EpochMillis): boolean => {
  const state = lastStateOf(round.observed.status, deployed)
  // a user has to decide, and the existing JobManager may help
  return isDefinite(state) || (state.why !== 'Contradicted' && isKnownLost(round, since))
}

/**
 * True if the last state is certainly lost: the operator read the checkpoints late enough, in the run that ended, and Flink has discarded
 * them or reports nothing more about a job that FINISHED. Without this rule the JobManager of a finished job would stay for ever.
 */
const isKnownLost = ({ observed: { status, facts: { checkpoints, ...facts } } }: Round, since: EpochMillis): boolean =>
  isEndedRun(status, facts) && checkpoints?._tag === 'Known' && checkpoints.asOf >= since + checkpointCacheMillis
  && (status.jobStatus.state === 'FINISHED' || isLastStateDiscarded(checkpoints.value))

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
