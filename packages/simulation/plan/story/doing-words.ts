import { fromCluster } from '../../src/world/clusters.ts'
import type { WorldEvent } from '../../src/world/world-event.ts'
import type { World } from '../../src/world/world.ts'
import type { OwnDoing, PlanWorld } from '../world/plan-world.ts'
import type { Actor } from './story-step.ts'

interface Words {
  readonly actor: Actor
  readonly text: string
}

const kubernetes = (text: string): Words => ({ actor: 'Kubernetes', text })
const flink = (text: string): Words => ({ actor: 'Flink', text })

const podName = ({ pods }: World, uid: string): string => pods.find(it => it.uid === uid)?.name ?? 'a pod'
const deploymentName = ({ deployments }: World, uid: string): string => deployments.find(it => it.uid === uid)?.name ?? 'that is gone'
const jobIn = ({ pods }: World, uid: string, jobId: string) => pods.find(it => it.uid === uid)?.process?.jobs.find(it => it.jobId === jobId)

const phaseWords = (world: World, uid: string): string => {
  const process = world.pods.find(it => it.uid === uid)?.process
  switch (process?.phase) {
    case 'Electing':
      return 'the JobManager answers, and waits for leadership'
    case 'Empty':
      return 'the JobManager is up; it lists no job yet'
    case 'NothingToRun':
      return 'the JobManager is up, and has no job to run'
    case 'Listing': {
      const [job] = process.jobs
      return job === undefined ? 'the JobManager is up'
        : `the JobManager has job ${job.jobId}, ${job.source === null ? 'from empty state' : `restored from ${job.source.path}`}`
    }
    default:
      return 'the JobManager starts'
  }
}

const operationWords = (world: World, uid: string, triggerId: string): string => {
  const operation = world.pods.find(it => it.uid === uid)?.process?.operations.find(it => it.triggerId === triggerId)
  const what = operation?.kind === 'Checkpoint' ? 'checkpoint' : operation?.kind === 'Stop' ? 'savepoint of the stop' : 'savepoint'
  if (operation?.state._tag !== 'Completed') return `the ${what} has ended, and Flink no longer lists it`
  const { location } = operation.state
  return `the ${what} is complete${location === null ? '' : `: ${location}`}${operation.kind === 'Stop' ? '; the job is FINISHED' : ''}`
}

/** The actor and the text of an event; `before`, `after`: the cluster in which it happened. */
const wordsOf = (before: World, event: WorldEvent, after: World): Words => {
  switch (event._tag) {
    case 'MakePod':
      return kubernetes(`makes a pod of Deployment ${deploymentName(before, event.deployment)}`)
    case 'ScaleDown':
      return kubernetes(`removes the pods of Deployment ${deploymentName(before, event.deployment)}`)
    case 'AdjustTaskManagers':
      return kubernetes(`brings the TaskManagers of Deployment ${deploymentName(before, event.deployment)} to the wanted number`)
    case 'StartPod':
      return kubernetes(`starts pod ${podName(before, event.pod)}`)
    case 'EndPod':
      return kubernetes(`pod ${podName(before, event.pod)} is removed`)
    case 'FinishDeletion':
      return kubernetes(`Deployment ${deploymentName(before, event.deployment)} is removed`)
    case 'CollectDependents':
    case 'CollectGarbage':
      return kubernetes('the garbage collector removes its dependents')
    case 'AdvanceProcess':
      return flink(phaseWords(after, event.pod))
    case 'RunJob':
      return flink(`job ${event.jobId} is ${jobIn(after, event.pod, event.jobId)?.state ?? 'gone'}`)
    case 'CompleteCheckpoint':
      return flink(`job ${event.jobId} has a checkpoint: ${jobIn(after, event.pod, event.jobId)?.statistics.completed?.path ?? '-'}`)
    case 'CompleteOperation':
      return flink(operationWords(after, event.pod, event.triggerId))
    case 'FinishCancelling':
      return flink(`job ${event.jobId} is CANCELED`)
    case 'CleanUpJob':
      return flink(`job ${event.jobId} ended, and its JobManager cleans up after it`)
    default:
      return kubernetes(event._tag)
  }
}

export const doingWords = (before: PlanWorld, { clusterId, event, world }: OwnDoing): Words =>
  wordsOf(fromCluster(before.world, clusterId), event, fromCluster(world.world, clusterId))
