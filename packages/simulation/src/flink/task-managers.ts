import type { PodObject, World } from '../world/world.ts'
import { type FlinkJob, inputOf, isAlive } from './job-manager-process.ts'

const numberIn = (text: string | undefined): number => Number(text ?? '1')

/** The number of TaskManagers that are registered at a JobManager: those of the same cluster. */
export const taskManagersOf = ({ deployments }: World, { input }: PodObject): number =>
  deployments.filter(it => it.role === 'TaskManager' && it.input.clusterId === input.clusterId)
    .reduce((sum, { ready }) => sum + (ready ?? 0), 0)

/** The slots of a cluster whose TaskManagers are separate Deployments, and the free ones among them. */
export const slotsOf = (world: World, pod: PodObject): { readonly total: number; readonly available: number } => {
  const total = taskManagersOf(world, pod) * numberIn(pod.input.configuration['taskmanager.numberOfTaskSlots'])
  const taken = (pod.process?.jobs ?? []).filter(job => isAlive(job) && job.state === 'RUNNING')
    .reduce((sum, job) => sum + parallelismOf(pod, job), 0)
  return { total, available: Math.max(0, total - taken) }
}

const parallelismOf = (pod: PodObject, job: FlinkJob): number => numberIn(inputOf(pod, job).configuration['parallelism.default'])

/** Are there enough slots for all its tasks? Always true where TaskManagers are not modelled. */
export const hasSlots = (world: World, pod: PodObject, job: FlinkJob): boolean =>
  pod.input.image === undefined || slotsOf(world, pod).available >= parallelismOf(pod, job)
