import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import { type Amounts, type ClusterCapacity, freeOn, placed } from './cluster-capacity.ts'

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
