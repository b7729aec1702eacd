import type { ApplicationRound } from '../flink-application-round.ts'
import type { FlinkApplicationStatus, ApplicationClusterStatus, ApplicationJobStatus, Health } from '../status/flink-application-status.ts'
import type { CheckpointStatistics, JobOverview } from '@flink-operator/core/fact'
import { isDefinite, isSameJson } from '@flink-operator/core/resource'
import { clusterOverviewUrl, jobOverviewUrl } from '../objects/flink-application-ingress.ts'
import { clusterOf, factsAt, isClusterGone, jobsAt } from '../observe/clusters.ts'
import { modeOf } from '../spec/modes.ts'
import { liveVersions, versionOf, withVersion } from '../status/version-slots.ts'

/** Why the last update was given up, whatever the operator has done since. If the spec still is that one, also what the user can do. */
export const givenUpWords = (
  { desired: { hash } }: Pick<ApplicationRound, 'desired'>,
  { failedDeployHash, operatorRecord: { givenUp } }: FlinkApplicationStatus,
): string => {
  const reason = givenUp?.reason ?? 'the update failed'
  return hash === failedDeployHash ? `The operator does not try this spec again: change it, or restartNonce. ${reason}` : reason
}

/*
 * The health of a version (lyft-flinkapplication.md, section 2.11): a pure function of the facts. The status shows changes at once (LD35).
 * Fields that this round did not query keep their values.
 */

/** A version: its hash and its colour. */
export interface Version {
  readonly hash: string
  readonly colour: string | null
}

export const clusterHealth = (
  round: ApplicationRound,
  { hash, colour }: Version,
  before: ApplicationClusterStatus,
): ApplicationClusterStatus => {
  const { desired: { meta, options, timers }, env } = round
  const cluster = clusterOf(round, hash)
  const { clusterOverview } = factsAt(round, hash)
  if (cluster === null || hash === '') return before
  const { taskManager } = cluster
  const clusterOverviewURL = clusterOverviewUrl(options.objects.ingressUrlFormat, meta.name, colour)
  const base = { ...before, clusterOverviewURL, numberOfTaskManagers: taskManager?.availableReplicas ?? 0 }
  if (cluster.jobManager === null || taskManager === null) return { ...base, health: 'Red' }
  if (clusterOverview === undefined) return before
  if (clusterOverview._tag !== 'Known') return { ...base, health: 'Red' }
  const { slots, heartbeats = [] } = clusterOverview.value
  const healthy = heartbeats.filter(at => env.now - at <= timers.taskManagerHeartbeat).length
  return {
    ...base,
    healthyTaskManagers: healthy,
    numberOfTaskSlots: slots?.total ?? 0,
    availableTaskSlots: slots?.available ?? 0,
    health: healthy === taskManager.replicas ? 'Green' : 'Yellow',
  }
}

const ofCheckpoints = (statistics: CheckpointStatistics, before: ApplicationJobStatus): Partial<ApplicationJobStatus> => {
  const { completed, restored, completedCount, failedCount, restoredCount } = statistics
  return {
    completedCheckpointCount: completedCount,
    failedCheckpointCount: failedCount ?? before.failedCheckpointCount,
    jobRestartCount: restoredCount ?? before.jobRestartCount,
    ...(completed?.externalPath == null ? {} : { lastCheckpoint: completed.externalPath, lastCheckpointTime: completed.triggerTimestamp }),
    ...(restored?.externalPath == null ? {} : { restorePath: restored.externalPath, restoreTime: restored.triggerTimestamp }),
  }
}

export const jobHealth = (round: ApplicationRound, { hash, colour }: Version, before: ApplicationJobStatus): ApplicationJobStatus => {
  const { desired: { meta, options }, env } = round
  const fact = jobsAt(round, hash)
  const job = fact?._tag === 'Known' ? fact.value.find(it => it.jobId === before.jobID) : undefined
  // the JobManager answers and does not list the job, or neither a JobManager nor its pod exists
  if (job === undefined)
    return hash !== '' && (fact?._tag === 'Known' || isClusterGone(round, hash))
      ? { ...before, state: '', health: 'Red', runningTasks: 0 } : before
  const { checkpoints } = factsAt(round, hash)
  const seen: ApplicationJobStatus = {
    ...before,
    jobOverviewURL: jobOverviewUrl(options.objects.ingressUrlFormat, meta.name, colour, before.jobID),
    state: job.state,
    startTime: job.startTime,
    runningTasks: job.tasks.running,
    totalTasks: job.tasks.total,
    ...(checkpoints?._tag === 'Known' ? ofCheckpoints(checkpoints.value, before) : {}),
  }
  const reported = { ...seen, health: healthOfJob(round, job, seen) }
  return job.state === 'FAILING' ? { ...reported, lastFailingTime: env.now } : reported
}

/** True if the job was stopped or cancelled, and no job was started from its last state. A job that FINISHED without a stop is healthy. */
const isStopped = ({ observed: { status: { operatorRecord } } }: ApplicationRound, state: JobOverview['state']): boolean =>
  state === 'CANCELED' || (state === 'FINISHED' && isDefinite(operatorRecord.lastState))

/**
 * Red: the job fails, failed a moment ago, or was stopped for an update that failed. Yellow: not all of its tasks run, or its last
 * checkpoint is old (LD12).
 */
const healthOfJob = (
  round: ApplicationRound,
  { state, tasks }: JobOverview,
  { lastFailingTime, lastCheckpointTime }: ApplicationJobStatus,
): Health => {
  const { desired: { timers }, env } = round
  const isFailing = state === 'FAILING' || state === 'FAILED'
    || (lastFailingTime !== null && env.now - lastFailingTime < timers.failingWindow)
  if (isFailing || state === 'CREATED' || isStopped(round, state)) return 'Red'
  const isOld = lastCheckpointTime !== null && env.now - lastCheckpointTime > timers.checkpointAge
  return (state !== 'FINISHED' && tasks.running + tasks.finished < tasks.total) || isOld ? 'Yellow' : 'Green'
}

/** The health of each live version, from its own cluster (LD29). In BlueGreen it is stored in the slot of the version. */
export const healthOf = (round: ApplicationRound): FlinkApplicationStatus => {
  const { observed: { status } } = round
  const next = modeOf(status.deploymentMode) === 'Dual'
    ? {
      ...status,
      clusterStatus: clusterHealth(round, { hash: status.deployHash, colour: null }, status.clusterStatus),
      jobStatus: jobHealth(round, { hash: status.deployHash, colour: null }, status.jobStatus),
    }
    : liveVersions(status).reduce<FlinkApplicationStatus>((before, version) => {
      const slot = versionOf(before, version.hash)
      return slot === null ? before : withVersion(before, {
        ...slot,
        clusterStatus: clusterHealth(round, version, slot.clusterStatus),
        jobStatus: jobHealth(round, version, slot.jobStatus),
      })
    }, status)
  return isSameJson(next, status) ? status : next
}
