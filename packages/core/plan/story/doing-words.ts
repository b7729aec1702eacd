import { fromCluster } from '../../simulation/world/clusters.ts'
import type { WorldEvent } from '../../simulation/world/world-event.ts'
import type { World } from '../../simulation/world/world.ts'
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
  if (operation?.state._tag !== 'Completed') return `the ${what} is over, and Flink does not list it any more`
  const { location } = operation.state
  return `the ${what} is complete${location === null ? '' : `: ${location}`}${operation.kind === 'Stop' ? '; the job is FINISHED' : ''}`
}

/** Who did it, and what it was; `before`, `after`: the cluster that it happened in. */
const wordsOf = (before: World, event: WorldEvent, after: World): Words => {
  switch (event._tag) {
    case 'MakePod':
      return kubernetes(`makes a pod of Deployment ${deploymentName(before, event.deployment)}`)
    case 'ScaleDown':
      return kubernetes(`takes the pods of Deployment ${deploymentName(before, event.deployment)} away`)
    case 'AdjustTaskManagers':
      return kubernetes(`brings the TaskManagers of Deployment ${deploymentName(before, event.deployment)} to the number that is wanted`)
    case 'StartPod':
      return kubernetes(`starts pod ${podName(before, event.pod)}`)
    case 'EndPod':
      return kubernetes(`pod ${podName(before, event.pod)} is gone`)
    case 'FinishDeletion':
      return kubernetes(`Deployment ${deploymentName(before, event.deployment)} is gone`)
    case 'CollectDependents':
    case 'CollectGarbage':
      return kubernetes('the garbage collector removes what belonged to it')
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
