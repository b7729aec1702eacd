import { incarnationSeen } from '../../../cluster/seen/incarnation-seen.ts'
import type { Env } from '../../../env.ts'
import type { FlinkSessionJobFacts } from '../flink-session-job-facts.ts'
import type { ObservedHost } from '../../../job/job-round.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../../job/record/moments.ts'
import { renewedDeadline } from '../../../job/record/renewed-deadline.ts'
import { unreadEvidence } from '../../../job/record/unread.ts'
import { withAdoptedTerminalState, keepingTerminalState } from '../../../job/seen/adopted-terminal-state.ts'
import { namedByOperation } from '../../../job/seen/named-by-operation.ts'
import { observeJob } from '../../../job/seen/observe-job.ts'
import { withLaterTerminalSince, observeLastState } from '../../../job/seen/observe-last-state.ts'
import { observeSnapshots } from '../../../job/snapshot/observe-snapshots.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import type { Recorded } from '../../../resource/resource.ts'
import { withJob, withLifecycle, withRecord } from '../../../round/status-change.ts'
import { observeAdoptedSubmit, withSubmitTakenAway } from '../submit/adopted-submit.ts'
import { withAdoptedJob } from '../recovery/adopted-job.ts'
import type { FlinkSessionJobDesired } from '../session-job-desired.ts'
import type { FlinkSessionJobObserved } from '../session-job-round.ts'
import { type SessionCluster, sessionCluster } from '../cluster/session-cluster.ts'
import { type Work, workOf } from '../work.ts'

/** The cluster of a job as it was seen, and what the job works towards there. */
export interface InCluster {
  readonly cluster: SessionCluster
  readonly work: Work
}

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
  return observeIn({ cluster, work: workOf(desired, recorded.status, cluster, env, facts) }, desired, recorded, facts, env)
}

/** The same, where cluster and work are known already. */
export const observeIn = (
  { cluster, work }: InCluster,
  desired: FlinkSessionJobDesired,
  recorded: Recorded<FlinkSessionJobStatus>,
  facts: FlinkSessionJobFacts,
  env: Env,
): FlinkSessionJobObserved => {
  const host = hostOf(cluster, facts)
  const { status: clamped, ahead } = clampFutureTimestamps(work, recorded.status, env)
  const waited = withSubmitTakenAway(withRestartedWaits(work, clamped, env), isRecordedSuspended(desired))
  const adopted = withLaterTerminalSince(withAdoptedTerminalState(work, namedByOperation(waited)))
  const seen = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, facts, env)
    : work.deployed._tag === 'Deployed' && isToBeLookedFor(desired, adopted) ? fold({ work, status: adopted, facts, host, env })
    : observeAdoptedSubmit(adopted, facts, env.now)
  const status = withAdoptedJob(work, isAway(cluster) && isToBeLookedFor(desired, seen) ? nowhere(seen) : seen, facts)
  return { recorded, status, facts, host, cluster, work, ...(ahead.length === 0 ? {} : { ahead }), ...renewedDeadline(clamped, waited) }
}

/** Where the job runs: what the FlinkDeployment tells, and what was seen of its JobManager. */
const hostOf = (cluster: SessionCluster, facts: FlinkSessionJobFacts): ObservedHost => ({
  jobManager: cluster._tag === 'Gone' ? 'MISSING' : cluster._tag === 'There' ? cluster.jobManager : 'DEPLOYED_NOT_READY',
  incarnation: incarnationSeen(facts),
})

interface Look {
  readonly work: Work
  readonly status: FlinkSessionJobStatus
  readonly facts: FlinkSessionJobFacts
  readonly host: ObservedHost
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

/** Gone, an application by now, or without a JobManager that is ready: also where it was made anew since. */
const isAway = (cluster: SessionCluster): boolean =>
  cluster._tag === 'Gone' || (cluster._tag === 'There' && (cluster.isApplication || cluster.jobManager !== 'READY'))

/** Nobody knows of a job that runs where its cluster was seen to be away (E-8). A cluster that could not be seen tells nothing (P14). */
const nowhere = (status: FlinkSessionJobStatus): FlinkSessionJobStatus => {
  const { state } = status.jobStatus
  return state === null || isTerminal(state) || state === 'CANCELLING' ? status
    : withRecord(withJob(status, { state: 'RECONCILING' }), { runningSince: null })
}

/** Beside something that can't be read: how the job is is told; what is known of its state stays as it is recorded (F14). */
const lookedAt = (status: FlinkSessionJobStatus, facts: FlinkSessionJobFacts, env: Env): FlinkSessionJobStatus =>
  withLifecycle(keepingTerminalState(status, observeJob(status, facts, env.now)), { reconciliationStatus: status.reconciliationStatus })

const isRecordedSuspended = ({ reconciled }: Pick<FlinkSessionJobDesired, 'reconciled'>): boolean =>
  reconciled._tag === 'Read' && reconciled.record.job.state === 'suspended'

/**
 * Not one that was stopped and is to be submitted: of it RECONCILING would tell that the operator before wrote its next submit down
 * (adopted-submit.ts).
 */
const isToBeLookedFor = (
  { reconciled }: Pick<FlinkSessionJobDesired, 'reconciled'>,
  { operation, reconciliationStatus: { state } }: FlinkSessionJobStatus,
): boolean =>
  operation === null
    ? (reconciled._tag === 'Read' && reconciled.record.job.state === 'running') || state === 'DEPLOYED' || state === 'ROLLED_BACK'
    : operation.kind === 'Suspend'
