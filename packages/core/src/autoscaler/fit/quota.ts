import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import { type Amounts, type ClusterCapacity, freeOn, placed } from './cluster-capacity.ts'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { JobTopology, JobVertex } from '../topology.ts'
import { type NewParallelism, parallelismAfter, type TaskManagerSize } from './task-manager.ts'

/** The request of a scaling, and the nodes. */
export interface RoomAsked {
  readonly cluster: ClusterCapacity
  /** Null: the size of a TaskManager is unknown, so nothing is checked. */
  readonly request: ResourceRequest | null
}

const mebibyte = 1024 * 1024

const amountWords = ({ cpu, memory }: Amounts): string => `CPU ${Math.floor(cpu * 100) / 100} and ${Math.floor(memory / mebibyte)} MiB`

/** Why the new TaskManagers do not fit, with the free amounts; null: they fit, or the nodes are not known. */
export const lackingRoom = ({ cluster, request }: RoomAsked): string | null => {
  if (request === null || cluster._tag !== 'Known') return null
  const { taskManagersNow, taskManagersAfter } = request
  const { count } = placed(cluster.nodes, request)
  return count >= taskManagersAfter ? null
    : `the job needs ${taskManagersAfter} TaskManagers instead of ${taskManagersNow}, each with ${amountWords(request)}, and the cluster`
      + ` has room for ${count} of them: ${amountWords(freeOn(cluster.nodes))} are free (nodes: ${cluster.nodes.length})`
}

/** Why the nodes can't be checked; null: they are known, or nobody asked for the check. */
export const uncheckedRoom = ({ cluster, request }: RoomAsked): string | null =>
  request !== null && cluster._tag === 'Unknown' ? cluster.reason : null

/** Slots of each slot sharing group: the largest parallelism in the group. */
const slotsOf = (vertices: readonly JobVertex[], parallelismOf: (vertex: JobVertex) => number): number => {
  const widest = new Map<string, number>()
  for (const vertex of vertices) {
    const group = vertex.slotSharingGroup
    if (group !== null) widest.set(group, Math.max(widest.get(group) ?? 0, parallelismOf(vertex)))
  }
  return [...widest.values()].reduce((sum, it) => sum + it, 0)
}

/**
 * How the change would exceed the quota of the job; null: no quota, not exceeded, or the slot sharing groups are unknown (autoscaler.md,
 * section 9.3). A-7: every vertex counts, and a partly used TaskManager counts as a whole one.
 */
export const overQuota = (
  { vertices }: JobTopology,
  changes: NewParallelism,
  { quotaCpu, quotaMemory }: Pick<AutoscalerConfiguration, 'quotaCpu' | 'quotaMemory'>,
  { cpu, memory, slots }: TaskManagerSize,
  profile: Profile,
): string | null => {
  if ((quotaCpu === null && quotaMemory === null) || vertices.every(({ slotSharingGroup }) => slotSharingGroup === null)) return null
  const counted = profile === 'main' ? vertices : vertices.filter(({ id }) => Object.hasOwn(changes, id))
  const whole = profile === 'main' ? Math.ceil : Math.floor
  const before = whole(slotsOf(counted, ({ parallelism }) => parallelism) / slots)
  const after = whole(slotsOf(counted, vertex => parallelismAfter(changes, vertex)) / slots)
  if (after <= before) return null
  if (quotaCpu !== null && after * cpu > quotaCpu) return `${after} TaskManagers take ${after * cpu} CPUs, and the quota is ${quotaCpu}`
  return quotaMemory !== null && after * memory > Number(quotaMemory)
    ? `${after} TaskManagers take ${after * memory} bytes of memory, and the quota is ${quotaMemory}` : null
}
