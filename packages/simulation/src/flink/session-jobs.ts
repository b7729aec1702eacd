import type { RunJar } from '@flink-operator/core/action'
import { done, type Performed, refused, refusedUnclearly } from '../kubernetes/answer.ts'
import { atJob, fromJob } from '../world/jobs.ts'
import { strangeJob } from '../kubernetes/foreign-objects.ts'
import { breach, type PodObject, replaced, type World } from '../world/world.ts'
import { clusterConfiguration, modelledConfiguration } from './cluster-configuration.ts'
import { changePod, endJob, podNow } from './end-job.ts'
import { branchAt } from './ghost-progress.ts'
import { haOf, type StoredPlan, withHa, withoutJob } from './ha-metadata.ts'
import type { Submission } from './job-manager-process.ts'
import { reachable, unreachable } from './rest-effects.ts'
import { isLateRun, jobFrom, judgeOneJob, judgeSource, type Source, sourceOf, withJobMetadata } from './start-job.ts'

/**
 * `POST /jars/:jarId/run`, for the current job (flink REST traps, 11): an id that this JobManager knows is refused; a job whose state
 * is missing is listed as FAILED under its id. `isLate`: the caller no longer waits for the answer; a request that was sent earlier
 * runs even if the jar was deleted meanwhile.
 */
export const runJar = (world: World, action: RunJar, isLate: boolean): Performed => {
  const { endpoint, jarId, jobId, savepointPath } = action
  const pod = reachable(world, endpoint)
  if (pod?.process == null) return unreachable(world)
  if (pod.input.image !== undefined && world.owner === null) {
    const colour = versionOfPod(pod)
    if (colour !== null) return runOfVersion(world, action, isLate, colour)
  }
  if (!isThere(pod, jarId, isLate))
    return refused(world, 'NotFound', `Jar file ${jarId} does not exist`)
  if (isUsed(world, pod, jobId))
    return refused(world, 'DuplicateJob', 'DuplicateJobSubmissionException: Job has already been submitted.')
  const submission: Submission = {
    owner: world.owner,
    name: world.fidelity.jarsNameJobs === true ? 'named by its jar' : action.configuration['pipeline.name'] ?? null,
    restorePath: savepointPath,
    configuration: ownConfiguration(action),
  }
  const configuration = { ...clusterConfiguration(pod.input), restorePath: savepointPath }
  const source = sourceOf(world, jobId, configuration)
  const judged = isLateRun(world, jobId) ? world : judgeSource(world, source)
  const run = judgeOneJob(withRun(judged, pod, { jobId, attempt: jobId, submission }, source))
  return source.missing === null ? done(run)
    : refusedUnclearly(run, `Cannot find checkpoint or savepoint ${source.missing}`)
}

/** An image contains its jar, unless the jar has the name that stands for a missing one. */
const isThere = ({ input, process }: PodObject, jarId: string, isLate: boolean): boolean =>
  input.image === undefined ? (process?.jars ?? []).some(({ id, deleted }) => id === jarId && (isLate || !deleted)) : jarId !== missingJar
export const missingJar = 'missing.jar'

/** The version of a pod's cluster, for an application that runs two versions side by side. */
const versionOfPod = ({ labels }: PodObject): string | null => labels?.['flink-application-version'] || null

/** Each version has its own job, and one can read what the other has stored. */
const runOfVersion = (world: World, action: RunJar, isLate: boolean, version: string): Performed => {
  const path = action.savepointPath
  const stored = path === null ? undefined : world.otherJobs.flatMap(({ storage }) => storage).find(it => it.path === path)
  const there = fromJob(world, version)
  const isKnown = stored === undefined || there.storage.some(it => it.path === path)
  const performed = runJar(isKnown ? there : { ...there, storage: [...there.storage, stored] }, action, isLate)
  return { ...performed, world: fromJob(performed.world, world.owner) }
}

/**
 * A used job id is refused until the JobManager's incarnation ends; with HA also the id of a job that is being recovered, or whose
 * result is stored.
 */
const isUsed = (world: World, pod: PodObject, jobId: string): boolean => {
  const configuration = clusterConfiguration(pod.input)
  const { highAvailability, jobResultStore } = configuration
  return (pod.process?.jobs.some(it => it.jobId === jobId) ?? false)
    || (highAvailability
      && ((haOf(world, configuration).cluster?.plans.some(it => it.jobId === jobId) ?? false)
        || world.jobResults.some(it => it.jobId === jobId && it.store === jobResultStore)))
}

const ownConfiguration = ({ configuration, parallelism }: RunJar): Submission['configuration'] =>
  modelledConfiguration(
    parallelism === null || parallelism === 0 ? configuration
      : { ...configuration, 'parallelism.default': String(parallelism) },
  )

/** The JobManager runs the job: it lists it, and with HA it stores its plan. */
const withRun = (world: World, pod: PodObject, plan: StoredPlan, source: Source): World => {
  const configuration = clusterConfiguration(pod.input)
  const branched = world.ended.includes(plan.jobId) ? world
    : branchAt(world, source.missing === null ? source.progress : Number.MAX_SAFE_INTEGER)
  const stored = configuration.highAvailability ? withJobMetadata(branched, plan, configuration, source.restored !== null) : branched
  const job = jobFrom(stored, pod, source, plan)
  const listed = changePod(
    { ...stored, serial: stored.serial + 1 },
    pod.uid,
    it => it.process === null ? it : { ...it, process: { ...it.process, jobs: [...it.process.jobs, job] } },
  )
  return source.missing === null ? listed : endJob(listed, podNow(listed, pod.uid)!, job, 'FAILED')
}

/**
 * What the JobManager of a session cluster does when it becomes the leader: with HA it runs the jobs whose plans are stored, each from
 * its newest checkpoint, or from what it was started from; without HA it knows no job.
 */
export const recoverJobs = (before: World, pod: PodObject): World => {
  const configuration = clusterConfiguration(pod.input)
  const world = listing(before, pod)
  const plans = configuration.highAvailability ? haOf(world, configuration).cluster?.plans ?? [] : []
  return plans.reduce((now, plan) => atJob(now, plan.submission?.owner ?? null, it => recovered(it, podNow(it, pod.uid)!, plan)), world)
}

/** An ended job has its result stored, wherever its JobManager crashed after that: it is cleaned up, and not run again. */
const recovered = (world: World, pod: PodObject, plan: StoredPlan): World => {
  const { jobId, submission } = plan
  const configuration = clusterConfiguration(pod.input)
  if (pod.process?.jobs.some(it => it.jobId === jobId) ?? false) return world
  if (world.ended.includes(jobId)) return withHa(world, configuration, withoutJob(haOf(world, configuration), jobId))
  if (jobId === strangeJob) return breach(world, 'P21', 'the JobManager runs the job of another cluster')
  const source = sourceOf(world, jobId, { ...configuration, restorePath: submission?.restorePath ?? null })
  return judgeOneJob(withRun(world, pod, plan, source))
}

/** From now on it lists its jobs. */
const listing = (world: World, pod: PodObject): World => {
  const deployment = world.deployments.find(it => it.uid === pod.deploymentUid)
  return changePod(
    deployment === undefined || deployment.started ? world
      : { ...world, deployments: replaced(world.deployments, deployment, { ...deployment, started: true }) },
    pod.uid,
    it => (it.process === null ? it : { ...it, process: { ...it.process, phase: 'Listing' } }),
  )
}
