import type { ManifestRequest } from '@flink-operator/core/action'
import type { LastState } from '@flink-operator/core/resource'
import { wanted } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { typeLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, jobsAt } from '../observe/clusters.ts'
import { agreedState, isFirst, oldJob, operationOf, stopOf, submitOf, targetHash } from '../observe/live.ts'
import { isAlive } from '../observe/seen-job.ts'
import { freshSource } from '../observe/last-checkpoint.ts'
import { causeAt, withCause } from '../observe/failed-job.ts'
import { failureOf, isUp, listedSubmit } from '../observe/submitted.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'

/**
 * True if an unrecorded job ended in the new cluster after this attempt stopped the old job. The status is then older than what ran there,
 * and so is the recorded source (A18).
 */
const hasLaterJob = (round: ApplicationRound): boolean => {
  const jobs = jobsAt(round, targetHash(round))
  const since = stopOf(round)?.askedAt ?? operationOf(round)?.mintedAt ?? null
  const known = [submitOf(round)?.jobId, oldJob(round)?.jobId]
  return jobs?._tag === 'Known' && since !== null
    && jobs.value.some(job => !isAlive(job) && !known.includes(job.jobId) && job.endTime > since)
}

/** The source that the submitted job restores; null: it is unknown. */
export const sourceOfSubmit = (round: ApplicationRound): LastState | null => {
  const submit = submitOf(round)
  if (hasLaterJob(round)) return null
  return submit === null ? freshSource(round) : agreedState(round, submit.source)
}

export const isUpNow = (round: ApplicationRound): boolean => {
  const job = listedSubmit(round)
  return job !== null && isUp(job)
}

export const failure = (round: ApplicationRound): string | null => {
  const job = listedSubmit(round)
  const words = job === null ? null : failureOf(round, job)
  return job === null || words === null ? null : withCause(words, causeAt(round, submitOf(round)?.hash ?? '', job.jobId))
}

/** Why the operator no longer waits for the first job, which has no earlier version to roll back to; null: it still waits. */
export const firstEnds = (round: ApplicationRound): string | null =>
  !isFirst(round) ? null : failure(round) ?? (givenUp(round) === null ? null : givenUpWords(round))

/** Live jobs in the new cluster that the operator does not know. None may run when the operator submits a job. */
export const foreignJobs = (round: ApplicationRound) => {
  const fact = jobsAt(round, targetHash(round))
  const known = [submitOf(round)?.jobId, oldJob(round)?.jobId]
  return fact?._tag === 'Known' ? fact.value.filter(job => isAlive(job) && !known.includes(job.jobId)) : []
}

/**
 * The TaskManager Deployment to create again: it does not exist in the new cluster although the JobManager does. Null: nothing to create.
 */
export const lostTaskManagers = (round: ApplicationRound): ManifestRequest | null => {
  const request = wanted(round)
  const cluster = clusterOf(round, targetHash(round))
  if (request === null || cluster === null || cluster.jobManager === null) return null
  return cluster.deployments.some(({ labels }) => labels[typeLabel] === 'taskmanager') ? null
    : manifestRequest(request, 'TaskManagerDeployment')
}

export const adopted = (round: ApplicationRound) => foreignJobs(round).filter(({ state }) => state !== 'CANCELLING')
