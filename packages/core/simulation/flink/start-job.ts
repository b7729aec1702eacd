import { lastStateMarker } from '../../src/resource/operation.ts'
import type { DeploymentObject, PodObject, World } from '../world/world.ts'
import { breach, replaced, uidOf, versionOf } from '../world/world.ts'
import { clusterConfiguration } from './cluster-configuration.ts'
import { best, branchAt, storedAt } from './ghost-progress.ts'
import type { HaMetadata } from './ha-metadata.ts'
import { type FlinkJob, isAlive, type JobManagerProcess, noStatistics, type ShownState } from './job-manager-process.ts'
import { endJob } from './end-job.ts'

interface Source {
  readonly progress: number
  readonly restored: ShownState | null
  /** The state that was asked for is not there. */
  readonly missing: string | null
}

/**
 * HA metadata of the job is asked first; only where it has no checkpoint, the restore path of the configuration counts. What is restored by a path is
 * shown as a savepoint, whatever it is (1.20.5).
 */
const sourceOf = (world: World, jobId: string, restorePath: string | null, highAvailability: boolean): Source => {
  const pointer = highAvailability ? world.ha.jobs.find(job => job.jobId === jobId)?.pointer ?? null : null
  const path = pointer ?? restorePath
  if (path === null) return { progress: 0, restored: null, missing: null }
  const state = storedAt(world, path)
  return state === undefined
    ? { progress: 0, restored: null, missing: path }
    : { progress: state.progress, missing: null, restored: { id: 0, path, discarded: false, savepoint: pointer === null, time: world.now } }
}

const withJobMetadata = (world: World, jobId: string, attempt: string | null, isHidden: boolean): World => {
  const { ha, serial } = world
  const cluster = ha.cluster ?? { uid: uidOf(serial), version: versionOf(serial), plans: [], ...(isHidden ? { isHidden } : {}) }
  const plans = cluster.plans.some(plan => plan.jobId === jobId) ? cluster.plans : [...cluster.plans, { jobId, attempt }]
  const jobs = ha.jobs.some(job => job.jobId === jobId)
    ? ha.jobs
    : [...ha.jobs, { uid: uidOf(serial + 1), version: versionOf(serial + 1), jobId, checkpointId: 1, pointer: null }]
  const next: HaMetadata = { cluster: { ...cluster, plans }, jobs }
  return { ...world, serial: serial + 2, ha: next }
}

/** A person who asks for a savepoint redeploy chooses the state (control-flow.md, section 4.12). */
const isAskedFor = ({ resource }: World, path: string | null): boolean => {
  const job = resource?.spec.job ?? null
  return job !== null && job.savepointRedeployNonce !== null && path !== null && path === job.initialSavepointPath
}

/** Is the job that a deploy brings up the one that the resource wants, from the best state that there is (P01)? */
const judgeDeploy = (world: World, deployment: DeploymentObject | undefined, source: Source, progress: number): World => {
  if (deployment === undefined || deployment.started) return world
  const stateless = world.resource?.spec.job?.upgradeMode === 'stateless'
  const marked = { ...world, deployments: replaced(world.deployments, deployment, { ...deployment, started: true }) }
  if (stateless || best(world) === 0 || isAskedFor(world, source.missing ?? source.restored?.path ?? null)) return marked
  // the marker never exists: the job fails instead of starting empty, and a person restores it (B10)
  if (source.missing === lastStateMarker) return marked
  if (source.missing !== null) return breach(marked, 'P01', `deployed from ${source.missing}, which is not there, while a state of progress ${best(world)} is`)
  return progress < best(world) ? breach(marked, 'P01', `deployed from a state of progress ${progress}, while one of progress ${best(world)} is there`) : marked
}

/**
 * What a JobManager does when it comes to its job (kubernetes-ha.md, section 5; flink REST traps). With HA: stored plans are run first, as they
 * are; a job whose result is stored is not run again. Without HA: the same job id again, from its old source. A source that is missing fails the
 * job, and that takes its HA metadata away.
 */
export const startJob = (world: World, pod: PodObject): World => {
  const configuration = clusterConfiguration(pod.input)
  const { highAvailability, jobResultStore } = configuration
  const jobId = configuration.jobId ?? 'f'.repeat(32)
  const process = pod.process!
  if (highAvailability && world.jobResults.some(it => it.jobId === jobId && it.store === jobResultStore))
    return { ...world, pods: replaced(world.pods, pod, { ...pod, process: { ...process, phase: 'NothingToRun' } }) }
  const strays = highAvailability ? (world.ha.cluster?.plans ?? []).filter(plan => plan.jobId !== jobId) : []
  const plan = highAvailability ? world.ha.cluster?.plans.find(it => it.jobId === jobId) : undefined
  const deployment = world.deployments.find(it => it.uid === pod.deploymentUid)

  const source = sourceOf(world, jobId, configuration.restorePath, highAvailability)
  let next = judgeDeploy(world, deployment, source, source.progress)
  if (!next.ended.includes(jobId)) next = branchAt(next, source.missing === null ? source.progress : Number.MAX_SAFE_INTEGER)
  if (highAvailability) next = withJobMetadata(next, jobId, pod.input.attempt, configuration.inZooKeeper)
  const statistics = { ...noStatistics, restored: source.restored }
  const job: FlinkJob = {
    jobId, state: 'INITIALIZING', startTime: next.now, endTime: -1, progress: source.progress, attempt: plan === undefined ? pod.input.attempt : plan.attempt,
    statistics, olderStatistics: statistics, statisticsChanged: next.now, restarts: 0,
  }
  const jobs = [job, ...strays.map((stray): FlinkJob => ({ ...job, jobId: stray.jobId, attempt: stray.attempt }))]
  const listing: PodObject = { ...pod, process: { ...process, phase: 'Listing', jobs } }
  next = { ...next, pods: replaced(next.pods, pod, listing) }
  if (plan !== undefined && plan.attempt !== pod.input.attempt)
    next = breach(next, 'B21', `runs the stored plan of attempt ${String(plan.attempt)} instead of ${String(pod.input.attempt)}`)
  if (source.missing !== null) next = endJob(next, listing, job, 'FAILED')
  return judgeOneJob(next)
}

/** P02: never two jobs that are alive, whichever pods they are in. */
export const judgeOneJob = (world: World): World => {
  const alive = world.pods.flatMap(pod => pod.process?.jobs.filter(isAlive) ?? [])
  return alive.length > 1 ? breach(world, 'P02', `${alive.length} jobs are alive at once`) : world
}

/** The pod's process with another state of one of its jobs. */
export const processOf = (pod: PodObject, change: (process: JobManagerProcess) => JobManagerProcess): PodObject =>
  pod.process === null ? pod : { ...pod, process: change(pod.process) }
