import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { lastStateQueries, withLaterTerminalSince, observeLastState } from '../../../job/observe/observe-last-state.ts'
import { snapshotQueries, observeSnapshots } from '../../../job/snapshot/observe-snapshots.ts'
import { suspendQueries } from '../../../job/stop/begin-stop.ts'
import { isFailureToTell } from '../../../job/report/job-problem.ts'
import type { Query } from '../../../contract/query/query.ts'
import { type Asked, asked, nothingMissing, togetherWith } from '../../../contract/query/ask.ts'
import {
  sessionIncarnationQueries,
  readyCluster,
  type Round,
  type FlinkSessionJobFacts,
  type FlinkSessionJobObserved,
} from '../session-job-round.ts'
import { isLaterAlive } from '../recovery/orphan-job.ts'
import { alikeQueries } from '../recovery/unclaimed-jobs.ts'
import { scaling } from '../upgrade/upgrade.ts'
import { scalingQueries } from '../../../job/scale/scale-in-place.ts'
import { incarnationSeen } from '../../../cluster/observe/incarnation-seen.ts'
import type { Env } from '../../../contract/env.ts'
import type { ObservedHost } from '../../../job/job-round.ts'
import { clampFutureTimestamps, withRestartedWaits } from '../../../job/record/moments.ts'
import { withStartedAttempt } from '../../../job/record/started-attempt.ts'
import { renewedDeadline } from '../../../job/record/renewed-deadline.ts'
import { unreadEvidence } from '../../../job/record/unread.ts'
import { withAdoptedTerminalState, keepingTerminalState } from '../../../job/observe/revived-job.ts'
import { withOwnJobId, withOwnLastState, withOwnOperation, namedByOperation } from '../../../job/observe/own-operation.ts'
import { observeJob } from '../../../job/observe/observe-job.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isTerminal } from '../../../contract/resource/job-status.ts'
import type { Recorded } from '../../../contract/resource/resource.ts'
import { withJob, withLifecycle, withRecord } from '../../../contract/round/status-change.ts'
import { observeAdoptedSubmit, withSubmitTakenAway } from '../submit/adopted-submit.ts'
import { withNewestJob } from './job-absence.ts'
import { withAdoptedJob } from '../recovery/claim.ts'
import type { FlinkSessionJobDesired } from '../validated-session-job.ts'
import { type SessionCluster, sessionCluster } from '../cluster/session-cluster.ts'
import { type Work, workOf } from '../work.ts'

/** Observes what a round needs in a ready cluster before it decides. A steady job costs one request, to Flink. */
export const allSeen = (round: Round): Asked<null> => {
  const { observed: { status, facts } } = round
  const cluster = readyCluster(round)
  // a submit makes its own queries
  if (cluster === null || status.operation?.kind === 'Submit') return nothingMissing
  return pipe(
    facts,
    asked([{ _tag: 'GetJobsOverview', endpoint: cluster.deployed.endpoint }]),
    E.chain(() => (facts.jobs?._tag === 'Known' ? detailsSeen(round) : nothingMissing)),
  )
}

const detailsSeen = (round: Round): Asked<null> => {
  const { desired: { deployed }, observed: { recorded, status, facts } } = round
  const cluster = readyCluster(round)
  if (deployed._tag !== 'Deployed' || cluster === null || status.jobStatus.jobId === null) return nothingMissing
  const { endpoint } = deployed
  const { operation, jobStatus: { jobId } } = status
  const details: readonly Query[] = [
    ...(isLaterAlive(round) ? [] : lastStateQueries(round, () => sessionIncarnationQueries(cluster.deployed))),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...alikeQueries(round),
    // to find out whether the job was lost with its JobManager
    ...(status.operatorRecord.jobMissedSince !== null ? sessionIncarnationQueries(cluster.deployed) : []),
  ]
  return pipe(
    facts,
    asked(details),
    togetherWith(facts, () => (operation?.kind === 'Suspend' ? suspendQueries(round, operation) : [])),
  )
}

/** The observed cluster of a job, and what the job works towards there. */
export interface InCluster {
  readonly cluster: SessionCluster
  readonly work: Work
}

/**
 * Folds the observed facts into the recorded status (session-snapshot-bluegreen.md, section 2.3); it changes nothing in the cluster. While
 * the job is being submitted, the submit operation interprets the facts itself.
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

/** The same, with cluster and work already computed. */
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
  const whole = withOwnOperation(work, withOwnJobId(desired.meta, withOwnLastState(withStartedAttempt(desired.meta, waited))))
  const adopted = withLaterTerminalSince(withAdoptedTerminalState(work, namedByOperation(whole)))
  const seen = unreadEvidence(desired, clamped).length > 0 ? lookedAt(clamped, facts, env)
    : work.deployed._tag === 'Deployed' && isToBeLookedFor(desired, adopted)
    ? fold({ work, status: withNewestJob(desired.meta, adopted, facts), facts, host, env })
    : observeAdoptedSubmit(adopted, facts, env.now)
  const status = withAdoptedJob(
    work,
    isAway(cluster) && (isToBeLookedFor(desired, seen) || isOfThisOperator(seen)) ? nowhere(seen) : seen,
    facts,
  )
  return { recorded, status, facts, host, cluster, work, ...(ahead.length === 0 ? {} : { ahead }), ...renewedDeadline(clamped, waited) }
}

/** The host of the job: the state that the FlinkDeployment reports, and the observed JobManager instance. */
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
 * Is the run in the status certainly the first one since the submit? Then HA metadata, which is deleted when the run ends, held no
 * checkpoint made since, and the state of the job is the one that it was started from (F03).
 */
const isFirstRun = ({ operatorRecord: { incarnation }, jobStatus: { startTime } }: FlinkSessionJobStatus): boolean =>
  incarnation !== null && incarnation.jobStartTime !== null && String(incarnation.jobStartTime) === startTime

/** The cluster is gone, has become an application, or has no ready JobManager (also if it was recreated since). */
const isAway = (cluster: SessionCluster): boolean =>
  cluster._tag === 'Gone' || (cluster._tag === 'There' && (cluster.isApplication || cluster.jobManager !== 'READY'))

/** The state of a job is unknown while its cluster is observed as away (E-8). An unobservable cluster says nothing about the job (P14). */
const nowhere = (status: FlinkSessionJobStatus): FlinkSessionJobStatus => {
  const { state } = status.jobStatus
  return state === null || isTerminal(state) || state === 'CANCELLING' ? status
    : withRecord(withJob(status, { state: 'RECONCILING' }), { runningSince: null })
}

/**
 * Used when a part of the spec or status cannot be read. The status then reports the state of the job and keeps what is recorded about its
 * last state (F14).
 */
const lookedAt = (status: FlinkSessionJobStatus, facts: FlinkSessionJobFacts, env: Env): FlinkSessionJobStatus =>
  withLifecycle(keepingTerminalState(status, observeJob(status, facts, env.now)), { reconciliationStatus: status.reconciliationStatus })

/**
 * Did this operator run the job, and is no operation in progress? Its status then reports no run in a cluster that is away, even if the
 * record of its spec was removed, or says that the job is stopped (P14, P25).
 */
const isOfThisOperator = ({ operation, operatorRecord: { attempts } }: FlinkSessionJobStatus): boolean => operation === null && attempts > 0

const isRecordedSuspended = ({ reconciled }: Pick<FlinkSessionJobDesired, 'reconciled'>): boolean =>
  reconciled._tag === 'Read' && reconciled.record.job.state === 'suspended'

/**
 * Does the round look for the job? Not for a stopped job that is to be submitted next: there RECONCILING would mean that the previous
 * operator recorded its next submit (adopted-submit.ts).
 */
const isToBeLookedFor = (
  { reconciled }: Pick<FlinkSessionJobDesired, 'reconciled'>,
  { operation, reconciliationStatus: { state } }: FlinkSessionJobStatus,
): boolean =>
  operation === null
    ? (reconciled._tag === 'Read' && reconciled.record.job.state === 'running') || state === 'DEPLOYED' || state === 'ROLLED_BACK'
    : operation.kind === 'Suspend'
