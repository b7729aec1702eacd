import type { ManifestRequest } from '@flink-operator/core/action'
import { type LastState, mintJobIdIn, stateUnderDeploy } from '@flink-operator/core/resource'
import { wanted } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { typeLabel, selectorLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, jobsAt, selectorOf, serviceOf } from '../observe/clusters.ts'
import { agreedState, isFirst, oldJob, operationOf, stopOf, submitOf, targetHash, isBeside } from '../observe/live.ts'
import { isAlive } from '../observe/seen-job.ts'
import { freshSource } from '../observe/last-checkpoint.ts'
import { causeAt, withCause } from '../observe/failed-job.ts'
import { failureOf, isUp, listedSubmit } from '../observe/submitted.ts'
import { givenUp, givenUpWords } from './give-up-gate.ts'
import { genericServiceName, versionedServiceName } from '../objects/flink-application-names.ts'
import { absenceMillis } from '@flink-operator/core/job'
import { normal, outcome, type Outcome, waiting } from '../outcome.ts'
import { patchRequest, runRequest } from '../flink-application-requests.ts'
import { foreignError } from '../retry/error-of.ts'
import { incarnationOf } from '../observe/incarnation.ts'
import { asService } from '../observe/edit.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import type { JobDefinition } from '../status/job-definition.ts'
import { submitting, withLastState, withOperation } from '../status-transitions.ts'

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

/*
 * Shared by submit and roll back: the generic Service of the cluster, and the submit call (section 2.7).
 */

const colourOf = (round: ApplicationRound): string | null => round.desired.mode === 'Dual' ? null : operationOf(round)?.version ?? ''

const generic = (round: ApplicationRound) => serviceOf(round, genericServiceName(round.desired.meta.name, colourOf(round)))

/** What a cluster lacks, or what could not be observed of it, that a submit needs; null: nothing. */
export const missingForSubmit = (round: ApplicationRound, hash: string): string | null => {
  const cluster = clusterOf(round, hash)
  if (cluster === null) return 'the query for its objects failed'
  if (cluster.jobManager === null || cluster.taskManager === null) return 'could not find deployments'
  if (selectorOf(cluster.jobManager) === null) return 'its JobManager Deployment selects its pods by no label of the operator'
  if (generic(round) === null) return `Service ${genericServiceName(round.desired.meta.name, colourOf(round))} does not exist`
  return incarnationOf(round, hash).podUid === null ? 'the pod of its JobManager does not exist or was not observed' : null
}

export const reportsMissingForSubmit = (round: ApplicationRound, hash: string): Outcome =>
  outcome(round, { error: foreignError(`cluster ${hash}: ${missingForSubmit(round, hash) ?? ''}`) })

/** True if the generic Service selects another cluster. */
export const leadsElsewhere = (round: ApplicationRound, hash: string): boolean => {
  const selector = selectorOf(clusterOf(round, hash)?.jobManager ?? null)
  return selector !== null && generic(round)?.selector[selectorLabel] !== selector
}

export const ledTo = (round: ApplicationRound, hash: string): Outcome => {
  const service = generic(round)
  const selector = selectorOf(clusterOf(round, hash)?.jobManager ?? null)
  return service === null || selector === null ? waiting(round) : outcome(round, {
    effects: patchRequest(
      round,
      asService(service),
      { spec: { selector: { [selectorLabel]: selector, 'flink-app-hash': null } } },
      `it selects the pods of ${versionedServiceName(round.desired.meta.name, hash)}`,
    ),
    after: 0,
  })
}

/** Time after a call without an answer until the operator sends it again: the program may still be running. */
const sendAgainAfter = 10_000

/** True if Flink refused the submit a moment ago. Flink may have accepted the job all the same. */
export const isJustRefused = (round: ApplicationRound): boolean => {
  const submit = submitOf(round)
  return submit !== null && submit.isRefused && submit.sentAt !== null && round.env.now - submit.sentAt < absenceMillis
}

/**
 * Runs the jar with a new job id. If the operator sent the job before, and the same JobManager instance answers but does not list it: sends
 * the same id again, which Flink refuses if it knows it (P02).
 */
export const sent = (round: ApplicationRound, hash: string, definition: JobDefinition, source: LastState): Outcome => {
  const { desired: { meta }, env } = round
  const before = submitOf(round)
  const operation = operationOf(round)
  const isAgain = before !== null && before.hash === hash && !before.isRefused && before.sentAt !== null
  if (isAgain && env.now - before.sentAt < sendAgainAfter)
    return waiting(round, `Flink to list job ${before.jobId}`)
  const submit: JobSubmit = isAgain ? { ...before, sentAt: env.now, isAnswered: false } : {
    hash,
    jobId: mintJobIdIn(meta, operation?.attempt ?? 0, env.now),
    definition,
    source,
    sentAt: env.now,
    incarnation: incarnationOf(round, hash),
    isRefused: false,
    isAnswered: false,
  }
  const status = withOperation(
    isBeside(round) ? submitting(round, submit) : withLastState(submitting(round, submit), stateUnderDeploy),
    isAgain ? {} : { progressAt: env.now, ...(operation?.source == null ? {} : { source }) },
  )
  return outcome({ observed: { ...round.observed, status } }, {
    effects: runRequest(round, submit),
    events: isAgain ? [] : [normal('JobSubmitted', `Submitting job ${submit.jobId} to cluster ${hash}`)],
    why: `Flink to list job ${submit.jobId}`,
  })
}
