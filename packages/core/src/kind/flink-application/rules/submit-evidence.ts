import type { ManifestRequest } from '../../../action/manifest-request.ts'
import type { LastState } from '../../../resource/last-state.ts'
import { wanted } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { typeLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, jobsAt } from '../seen/clusters.ts'
import { agreedState, isFirst, oldJob, operationOf, stopOf, submitOf, targetHash } from '../seen/live.ts'
import { isAlive } from '../seen/seen-job.ts'
import { freshSource } from '../seen/last-checkpoint.ts'
import { causeAt, withCause } from '../seen/failed-job.ts'
import { failureOf, isUp, listedSubmit } from '../seen/submitted.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'

/**
 * Did a job that is not on record end in the new cluster after this attempt stopped the one of before? Then the status is older than what
 * ran there, and what it is to go on from is older, too (A18).
 */
const hasLaterJob = (round: ApplicationRound): boolean => {
  const jobs = jobsAt(round, targetHash(round))
  const since = stopOf(round)?.askedAt ?? operationOf(round)?.mintedAt ?? null
  const known = [submitOf(round)?.jobId, oldJob(round)?.jobId]
  return jobs?._tag === 'Known' && since !== null
    && jobs.value.some(job => !isAlive(job) && !known.includes(job.jobId) && job.endTime > since)
}

/** What the job that is submitted goes on from; null: it is not known. */
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

/** Why the first job, to which there is nothing to go back, is not waited for any more; null: it is. */
export const firstEnds = (round: ApplicationRound): string | null =>
  !isFirst(round) ? null : failure(round) ?? (givenUp(round) === null ? null : givenUpWords(round))

/** Alive in the new cluster, and not ours: of those none may be when one is submitted. */
export const strangers = (round: ApplicationRound) => {
  const fact = jobsAt(round, targetHash(round))
  const known = [submitOf(round)?.jobId, oldJob(round)?.jobId]
  return fact?._tag === 'Known' ? fact.value.filter(job => isAlive(job) && !known.includes(job.jobId)) : []
}

/** Those of the new cluster, whose JobManager is there: no Deployment of them is, nor about to go. Null: nothing is to be created. */
export const lostTaskManagers = (round: ApplicationRound): ManifestRequest | null => {
  const request = wanted(round)
  const cluster = clusterOf(round, targetHash(round))
  if (request === null || cluster === null || cluster.jobManager === null) return null
  return cluster.deployments.some(({ labels }) => labels[typeLabel] === 'taskmanager') ? null
    : manifestRequest(request, 'TaskManagerDeployment')
}

export const adopted = (round: ApplicationRound) => strangers(round).filter(({ state }) => state !== 'CANCELLING')
