import type { UpdateResourceRequirements } from '../../src/action/update-resource-requirements.ts'
import { rescaled } from '../autoscaler/job-run.ts'
import type { CancelJob } from '../../src/action/cancel-job.ts'
import type { RestEndpoint } from '../../src/query/query.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { breach, isAsOurs, type PodObject, type World } from '../world/world.ts'
import { atJob, fromJob } from '../world/jobs.ts'
import { changeJob, changePod, podNow } from './end-job.ts'
import { failOperations, failOver } from './complete-operation.ts'
import { judgeCancel } from './retention.ts'
import { type FlinkOperation, isAlive, ownerOf, restAnswers } from './job-manager-process.ts'

/** The JobManager that answers behind a Service: the newest that does; null: connection refused, or no such host. */
export const reachable = (world: World, endpoint: RestEndpoint): PodObject | null => {
  const service = world.services.find(it => isAsOurs(it) && it.name === endpoint.service)
  return service === undefined ? null
    : world.pods.findLast(pod => isBehind(world, service, pod) && pod.phase === 'Running' && restAnswers(pod.process)) ?? null
}

/** A Service that has no selector of its own is that of the cluster. */
const isBehind = ({ deployments }: World, { selector }: World['services'][number], { deploymentUid }: PodObject): boolean => {
  if (selector === undefined) return true
  const labels = deployments.find(({ uid }) => uid === deploymentUid)?.selector
  return labels !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value)
}

/** Is a JobManager there that answers 503 during its leader election? */
export const isElecting = (world: World): boolean => world.pods.some(pod => pod.process?.phase === 'Electing')

export const unreachable = (world: World): Performed =>
  refused(world, isElecting(world) ? 'Unavailable' : 'Unreachable', 'connection refused')

const addOperation = (world: World, podUid: string, operation: FlinkOperation): World =>
  changePod(
    world,
    podUid,
    pod => pod.process === null ? pod : { ...pod, process: { ...pod.process, operations: [...pod.process.operations, operation] } },
  )

/**
 * `POST` of a savepoint, stop or checkpoint. 202 also for a job that is unknown or terminal: the failure shows in the operation (trap 7). A
 * known trigger id starts nothing (traps 3, 4). A second stop while one is under way destroys both, and the job restarts (trap 2).
 */
export const trigger = (
  world: World,
  endpoint: RestEndpoint,
  kind: FlinkOperation['kind'],
  jobId: string,
  triggerId: string,
): Performed => {
  const pod = reachable(world, endpoint)
  return pod === null ? unreachable(world) : done(triggered(world, pod, kind, jobId, triggerId))
}

/** The id of what somebody asked for past the operator. */
const triggerByHand = 'd'.repeat(32)

/** The same past the operator. */
export const askByHand = (world: World, pod: PodObject, kind: FlinkOperation['kind'], jobId: string): World =>
  triggered(world, pod, kind, jobId, triggerByHand)

const triggered = (world: World, pod: PodObject, kind: FlinkOperation['kind'], jobId: string, triggerId: string): World => {
  if (pod.process === null) return world
  const { operations, jobs } = pod.process
  if (operations.some(it => it.jobId === jobId && it.triggerId === triggerId)) return world
  const job = jobs.find(it => it.jobId === jobId)
  const begun: FlinkOperation = { jobId, triggerId, kind, state: { _tag: 'InProgress' } }
  if (job === undefined || !isAlive(job))
    return addOperation(world, pod.uid, {
      ...begun,
      state: { _tag: 'Failed', cause: 'FlinkJobNotFoundException: Could not find Flink job', savepointPath: null, at: world.now },
    })
  const other = operations.find(it => it.jobId === jobId && it.kind === 'Stop' && it.state._tag === 'InProgress')
  if (kind === 'Stop' && other !== undefined) {
    const both = failOperations(
      addOperation(world, pod.uid, begun),
      pod.uid,
      jobId,
      'CheckpointException: Checkpoint Coordinator is suspending.',
    )
    const restarted = atJob(both, ownerOf(job), it => failOver(it, podNow(it, pod.uid)!, job))
    // who lost the record of a stop, or knows nothing of another one's, can't see it in Flink, and nothing is lost but time
    const isUnseen = fromJob(world, ownerOf(job)).ghost.tampered !== null || triggerId === triggerByHand
      || other.triggerId === triggerByHand
    return isUnseen ? restarted
      : breach(restarted, 'P03', `stop ${triggerId} was sent while stop ${other.triggerId} was under way: both are destroyed`)
  }
  if (kind === 'Stop' && job.state !== 'RUNNING')
    return addOperation(world, pod.uid, {
      ...begun,
      state: { _tag: 'Failed', cause: 'CheckpointException: Some tasks of the job are not running.', savepointPath: null, at: world.now },
    })
  return addOperation(world, pod.uid, begun)
}

/**
 * `PATCH ?mode=cancel`: 202 while running, cancelling and CANCELED; 409 FINISHED or FAILED; 404 unknown (trap 14). A stop under way fails.
 */
export const cancelJob = (world: World, { endpoint, jobId }: CancelJob): Performed => {
  const pod = reachable(world, endpoint)
  if (pod?.process == null) return unreachable(world)
  const job = pod.process.jobs.find(it => it.jobId === jobId)
  if (job === undefined) return refused(world, 'JobUnknown', `Job could not be found. ${jobId}`)
  if (job.state === 'FINISHED' || job.state === 'FAILED')
    return refused(world, 'JobTerminated', 'Job cancellation failed because the job has already reached another terminal state')
  if (job.state === 'CANCELED' || job.state === 'CANCELLING') return done(world)
  const cancelling = atJob(
    world,
    ownerOf(job),
    it => judgeCancel(it, changeJob(it, pod.uid, jobId, running => ({ ...running, state: 'CANCELLING' })), pod, job),
  )
  return done(failOperations(cancelling, pod.uid, jobId, 'CheckpointException: The job was cancelled'))
}

/** `PUT /jobs/:id/resource-requirements`: of a job without a load nothing is modelled that would change. */
export const rescale = (world: World, { endpoint, jobId, bounds }: UpdateResourceRequirements): Performed => {
  const pod = world.autoscaled === undefined ? null : reachable(world, endpoint)
  const job = pod?.process?.jobs.find(it => it.jobId === jobId)
  return pod === null || job === undefined ? done(world)
    : done(atJob(world, ownerOf(job), it => rescaled(it, pod, job, bounds, failOver)))
}
