import type { UpdateResourceRequirements, CancelJob } from '@flink-operator/core/action'
import type { RestEndpoint } from '@flink-operator/core/query'
import { rescaled } from '../autoscaler/job-run.ts'
import { done, type Performed, refused } from '../kubernetes/answer.ts'
import { hasLabels } from '../kubernetes/labelled-objects.ts'
import { breach, isAsOurs, type PodObject, type World } from '../world/world.ts'
import { atJob, fromJob } from '../world/jobs.ts'
import { changeJob, changePod, podNow } from './end-job.ts'
import { failOperations, failOver } from './complete-operation.ts'
import { judgeCancel } from './retention.ts'
import { type FlinkOperation, isAlive, ownerOf, restAnswers } from './job-manager-process.ts'

/** The newest JobManager behind a Service that answers; null: connection refused, or no such host. */
export const reachable = (world: World, endpoint: RestEndpoint): PodObject | null => {
  const service = world.services.find(it => isAsOurs(it) && it.name === endpoint.service)
  return service === undefined ? null
    : world.pods.findLast(pod => isBehind(service, pod) && pod.phase === 'Running' && restAnswers(pod.process)) ?? null
}

/** A Service without a selector of its own belongs to the cluster. */
const isBehind = ({ selector }: World['services'][number], { labels }: PodObject): boolean =>
  selector === undefined || hasLabels(labels, selector)

/** Does any JobManager answer 503 during its leader election? */
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
 * `POST` of a savepoint, stop or checkpoint. Answers 202 also for an unknown or terminal job: the failure shows in the operation (trap
 * 7). A known trigger id starts nothing (traps 3, 4). A second stop while one is in progress destroys both, and the job restarts (trap
 * 2).
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

/** The trigger id of a request that a user makes past the operator. */
const triggerByHand = 'd'.repeat(32)

/** The same request, made past the operator. */
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
    // An operator that lost the record of a stop, or does not know of a user's stop, can't observe it in Flink; only time is lost.
    const isUnseen = fromJob(world, ownerOf(job)).ghost.tampered !== null || triggerId === triggerByHand
      || other.triggerId === triggerByHand
    return isUnseen ? restarted
      : breach(restarted, 'P03', `stop ${triggerId} was sent while stop ${other.triggerId} was in progress: both are destroyed`)
  }
  if (kind === 'Stop' && job.state !== 'RUNNING')
    return addOperation(world, pod.uid, {
      ...begun,
      state: { _tag: 'Failed', cause: 'CheckpointException: Some tasks of the job are not running.', savepointPath: null, at: world.now },
    })
  return addOperation(world, pod.uid, begun)
}

/**
 * `PATCH ?mode=cancel`: 202 while running, cancelling and CANCELED; 409 FINISHED or FAILED; 404 unknown (trap 14). A stop in progress
 * fails.
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

/** `PUT /jobs/:id/resource-requirements`: changes nothing in the model for a job without a load. */
export const rescale = (world: World, { endpoint, jobId, bounds }: UpdateResourceRequirements): Performed => {
  const pod = world.autoscaled === undefined ? null : reachable(world, endpoint)
  const job = pod?.process?.jobs.find(it => it.jobId === jobId)
  return pod === null || job === undefined ? done(world)
    : done(atJob(world, ownerOf(job), it => rescaled(it, pod, job, bounds, failOver)))
}
