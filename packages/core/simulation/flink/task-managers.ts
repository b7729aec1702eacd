import type { PodObject, World } from '../world/world.ts'
import { type FlinkJob, inputOf, isAlive } from './job-manager-process.ts'

const numberIn = (text: string | undefined): number => Number(text ?? '1')

/** TaskManagers that are registered at a JobManager: those that were made for the same cluster. */
export const taskManagersOf = ({ deployments }: World, { input }: PodObject): number =>
  deployments.filter(it => it.role === 'TaskManager' && it.input.clusterId === input.clusterId)
    .reduce((sum, { ready }) => sum + (ready ?? 0), 0)

/** Slots of a cluster whose TaskManagers are Deployments of their own, and those that no job takes. */
export const slotsOf = (world: World, pod: PodObject): { readonly total: number; readonly available: number } => {
  const total = taskManagersOf(world, pod) * numberIn(pod.input.configuration['taskmanager.numberOfTaskSlots'])
  const taken = (pod.process?.jobs ?? []).filter(job => isAlive(job) && job.state === 'RUNNING')
    .reduce((sum, job) => sum + parallelismOf(pod, job), 0)
  return { total, available: Math.max(0, total - taken) }
}

const parallelismOf = (pod: PodObject, job: FlinkJob): number => numberIn(inputOf(pod, job).configuration['parallelism.default'])

/** Are there slots for all its tasks? Elsewhere TaskManagers are not modelled: there are. */
export const hasSlots = (world: World, pod: PodObject, job: FlinkJob): boolean =>
  pod.input.image === undefined || slotsOf(world, pod).available >= parallelismOf(pod, job)
