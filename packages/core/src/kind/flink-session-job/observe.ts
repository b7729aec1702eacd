import { jobManagerLife } from '../../cluster/seen/incarnation.ts'
import type { Env } from '../../env.ts'
import type { FlinkSessionJobFacts } from '../../fact/flink-session-job-facts.ts'
import type { JobHost } from '../../job/job-round.ts'
import { clampMoments, waitedHere } from '../../job/record/moments.ts'
import { renewedDeadline } from '../../job/record/renewed-deadline.ts'
import { unreadGround } from '../../job/record/unread.ts'
import { adoptedEnd, keepingItsEnd } from '../../job/seen/adopted-end.ts'
import { namedByOperation } from '../../job/seen/named-by-operation.ts'
import { observeJob } from '../../job/seen/observe-job.ts'
import { endedWhenSeen, observeLastState } from '../../job/seen/observe-last-state.ts'
import { observeSnapshots } from '../../job/snapshot/observe-snapshots.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { Recorded } from '../../resource/resource.ts'
import { withJob, withLifecycle, withRecord } from '../../round/status-change.ts'
import { observeAdoptedSubmit } from './adopted-submit.ts'
import type { FlinkSessionJobDesired } from './desired.ts'
import type { FlinkSessionJobObserved } from './round.ts'
import { type SessionCluster, sessionCluster } from './session-cluster.ts'
import { type Work, workOf } from './work.ts'

/**
 * Folds what was seen into the recorded status (session-snapshot-bluegreen.md, section 2.3). It changes nothing in the world. While the job
 * is being submitted, what is seen is the operation's own.
 */
export const observe = (
  desired: FlinkSessionJobDesired,
  recorded: Recorded<FlinkSessionJobStatus>,
  facts: FlinkSessionJobFacts,
  env: Env,
): FlinkSessionJobObserved => {
  const cluster = sessionCluster(facts.target, env)
  const work = workOf(desired, recorded.status, cluster, env)
  const host = hostOf(cluster, facts)
  const { status: clamped, ahead } = clampMoments(work, recorded.status, env)
  const waited = waitedHere(work, clamped, env)
  const adopted = endedWhenSeen(adoptedEnd(work, namedByOperation(waited)))
  const status = unreadGround(desired, clamped).length > 0 ? lookedAt(clamped, facts, env)
    : isObserved(work, adopted) ? withoutCluster(fold({ work, status: adopted, facts, host, env }), cluster)
    : observeAdoptedSubmit(adopted, facts, env.now)
  return { recorded, status, facts, host, cluster, work, ...(ahead.length === 0 ? {} : { ahead }), ...renewedDeadline(clamped, waited) }
}

/** Where the job runs: what the FlinkDeployment tells, and what was seen of its JobManager. */
const hostOf = (cluster: SessionCluster, facts: FlinkSessionJobFacts): JobHost => ({
  jobManager: cluster._tag === 'Gone' ? 'MISSING' : cluster._tag === 'There' ? cluster.jobManager : 'DEPLOYED_NOT_READY',
  incarnation: jobManagerLife(facts),
})

interface Look {
  readonly work: Work
  readonly status: FlinkSessionJobStatus
  readonly facts: FlinkSessionJobFacts
  readonly host: JobHost
  readonly env: Env
}

const fold = ({ work, status, facts, host, env }: Look): FlinkSessionJobStatus => {
  const window = work.deployed._tag === 'Deployed' ? work.deployed.running.options.deploymentStabilityWindow : 0
  const job = observeJob(status, facts, env.now, window)
  const seen = observeLastState(work, job, facts, () => isFirstRun(job))
  return observeSnapshots(work, { before: status, status: seen, facts, host }, env)
}

/**
 * Is the run that the status tells of surely the first one since the submit? Then HA metadata, which is gone with its end, held nothing
 * that was made since, and the job is where it was started from (F03).
 */
const isFirstRun = ({ operatorRecord: { incarnation }, jobStatus: { startTime } }: FlinkSessionJobStatus): boolean =>
  incarnation !== null && incarnation.jobStartTime !== null && String(incarnation.jobStartTime) === startTime

/** A cluster that is not there, or not ready, runs no job that anybody knows of (E-8). */
const withoutCluster = (status: FlinkSessionJobStatus, cluster: SessionCluster): FlinkSessionJobStatus => {
  const { state } = status.jobStatus
  const isAway = cluster._tag === 'Gone' || (cluster._tag === 'There' && cluster.jobManager !== 'READY')
  return !isAway || state === null || isTerminal(state) || state === 'CANCELLING' || status.operation !== null ? status
    : withRecord(withJob(status, { state: 'RECONCILING' }), { runningSince: null })
}

/** Beside something that can't be read: how the job is is told; what is known of its state stays as it is recorded (F14). */
const lookedAt = (status: FlinkSessionJobStatus, facts: FlinkSessionJobFacts, env: Env): FlinkSessionJobStatus =>
  withLifecycle(keepingItsEnd(status, observeJob(status, facts, env.now)), { reconciliationStatus: status.reconciliationStatus })

const isObserved = ({ deployed }: Work, { operation, reconciliationStatus: { state } }: FlinkSessionJobStatus): boolean =>
  deployed._tag === 'Deployed' && (operation === null
    ? deployed.reconciled.job.state === 'running' || state === 'DEPLOYED' || state === 'ROLLED_BACK'
    : operation.kind === 'Suspend')
