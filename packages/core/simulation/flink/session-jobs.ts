import type { RunJar } from '../../src/action/run-jar.ts'
import { done, type Performed, refused, refusedUnclearly } from '../kubernetes/answer.ts'
import { atJob, fromJob } from '../world/jobs.ts'
import { strangeJob } from '../kubernetes/strangers.ts'
import { breach, type PodObject, replaced, type World } from '../world/world.ts'
import { clusterConfiguration, modelledConfiguration } from './cluster-configuration.ts'
import { changePod, endJob, podNow } from './end-job.ts'
import { branchAt } from './ghost-progress.ts'
import { haOf, type StoredPlan, withHa, withoutJob } from './ha-metadata.ts'
import type { Submission } from './job-manager-process.ts'
import { reachable, unreachable } from './rest-effects.ts'
import { jobFrom, judgeOneJob, judgeSource, type Source, sourceOf, withJobMetadata } from './start-job.ts'

/**
 * `POST /jars/:jarId/run`, for the job at hand (flink REST traps, 11): an id that this JobManager knows is refused; one whose state is not
 * there stands as FAILED under its id. `isLate`: its answer was waited for no longer; what is on its way is run also where the jar was
 * deleted meanwhile.
 */
export const runJar = (world: World, action: RunJar, isLate: boolean): Performed => {
  const { endpoint, jarId, jobId, savepointPath } = action
  const pod = reachable(world, endpoint)
  if (pod?.process == null) return unreachable(world)
  if (pod.input.image !== undefined && world.owner === null) {
    const colour = versionOfPod(world, pod)
    if (colour !== null) return runOfVersion(world, action, isLate, colour)
  }
  if (!isThere(pod, jarId, isLate))
    return refused(world, 'NotFound', `Jar file ${jarId} does not exist`)
  if (isUsed(world, pod, jobId))
    return refused(world, 'DuplicateJob', 'DuplicateJobSubmissionException: Job has already been submitted.')
  const submission: Submission = {
    owner: world.owner,
    name: action.configuration['pipeline.name'] ?? null,
    restorePath: savepointPath,
    configuration: ownConfiguration(action),
  }
  const configuration = { ...clusterConfiguration(pod.input), restorePath: savepointPath }
  const source = sourceOf(world, jobId, configuration)
  const run = judgeOneJob(withRun(judgeSource(world, source), pod, { jobId, attempt: jobId, submission }, source))
  return source.missing === null ? done(run)
    : refusedUnclearly(run, `Cannot find checkpoint or savepoint ${source.missing}`)
}

/** An image holds its jar, unless it is the name of one that it does not. */
const isThere = ({ input, process }: PodObject, jarId: string, isLate: boolean): boolean =>
  input.image === undefined ? (process?.jars ?? []).some(({ id, deleted }) => id === jarId && (isLate || !deleted)) : jarId !== missingJar
export const missingJar = 'missing.jar'

/** Of an application that has two versions beside each other: which one it is of. */
const versionOfPod = ({ deployments }: World, { deploymentUid }: PodObject): string | null =>
  deployments.find(({ uid }) => uid === deploymentUid)?.selector?.['flink-application-version'] || null

/** A job of each version, and what one stored the other one reads. */
const runOfVersion = (world: World, action: RunJar, isLate: boolean, version: string): Performed => {
  const path = action.savepointPath
  const stored = path === null ? undefined : world.otherJobs.flatMap(({ storage }) => storage).find(it => it.path === path)
  const there = fromJob(world, version)
  const isKnown = stored === undefined || there.storage.some(it => it.path === path)
  const performed = runJar(isKnown ? there : { ...there, storage: [...there.storage, stored] }, action, isLate)
  return { ...performed, world: fromJob(performed.world, world.owner) }
}

/** A job id that was used is refused for the life of the JobManager; with HA also one that is being recovered, or whose result is kept. */
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

/** The JobManager runs it: it is listed, and with HA its plan is stored. */
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
 * What the JobManager of a session cluster does when it leads: with HA it runs the jobs whose plans are stored, each from its newest
 * checkpoint, or from what it was run from; without, it knows of none.
 */
export const recoverJobs = (before: World, pod: PodObject): World => {
  const configuration = clusterConfiguration(pod.input)
  const world = listing(before, pod)
  const plans = configuration.highAvailability ? haOf(world, configuration).cluster?.plans ?? [] : []
  return plans.reduce((now, plan) => atJob(now, plan.submission?.owner ?? null, it => recovered(it, podNow(it, pod.uid)!, plan)), world)
}

/** One that ended has its result stored, wherever its JobManager died after that: it is cleaned up, and not run again. */
const recovered = (world: World, pod: PodObject, plan: StoredPlan): World => {
  const { jobId, submission } = plan
  const configuration = clusterConfiguration(pod.input)
  if (pod.process?.jobs.some(it => it.jobId === jobId) ?? false) return world
  if (world.ended.includes(jobId)) return withHa(world, configuration, withoutJob(haOf(world, configuration), jobId))
  if (jobId === strangeJob) return breach(world, 'P21', 'the JobManager runs the job of another cluster')
  const source = sourceOf(world, jobId, { ...configuration, restorePath: submission?.restorePath ?? null })
  return judgeOneJob(withRun(world, pod, plan, source))
}

/** From now on it lists what it has. */
const listing = (world: World, pod: PodObject): World => {
  const deployment = world.deployments.find(it => it.uid === pod.deploymentUid)
  return changePod(
    deployment === undefined || deployment.started ? world
      : { ...world, deployments: replaced(world.deployments, deployment, { ...deployment, started: true }) },
    pod.uid,
    it => (it.process === null ? it : { ...it, process: { ...it.process, phase: 'Listing' } }),
  )
}
