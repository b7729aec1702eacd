import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Cycle } from '../../autoscaler/cycle.ts'
import { type ClusterCapacity, nodesOf } from '../../autoscaler/fit/cluster-capacity.ts'
import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import type { JobFacts } from '../../contract/fact/job-facts.ts'
import { type Asked, asked } from '../../contract/query/ask.ts'
import type { AutoscalerOfJob, JobRound } from '../job-round.ts'

/** The nodes as a cycle reads them. Unknown permits the scaling. */
const capacityIn = ({ clusterCapacity }: Pick<JobFacts, 'clusterCapacity'>): ClusterCapacity => {
  switch (clusterCapacity?._tag) {
    case undefined:
      return { _tag: 'Unchecked' }
    case 'Known':
      return { _tag: 'Known', nodes: nodesOf(clusterCapacity.value) }
    case 'Absent':
      return { _tag: 'Unknown', reason: 'the API server has no list of nodes' }
    case 'Unknown':
      return {
        _tag: 'Unknown',
        reason: `${clusterCapacity.reason}: ${clusterCapacity.message}`,
        isReported: clusterCapacity.reason === 'Forbidden',
      }
  }
}

/** True if the cycle decided to start more TaskManagers. */
const needsMore = ({ verdict: { row }, request }: Cycle): boolean =>
  row === 'scaled' && request !== null && request.taskManagersAfter > request.taskManagersNow

/**
 * Decides a cycle, and decides it again with the nodes of the cluster if it needs more TaskManagers. Nodes are queried last, and for no
 * other cycle: the list is long. Jobs of a session cluster share its TaskManagers, so their scalings are not checked, as in the reference
 * operator.
 */
export const withRoom = (
  { observed: { facts }, env: { options: { clusterResourceViewRefreshInterval: refreshInterval } } }: JobRound,
  { taskManagers }: AutoscalerOfJob,
  decide: (cluster: ClusterCapacity) => Cycle,
): Asked<Cycle> => {
  const unchecked = decide({ _tag: 'Unchecked' })
  return refreshInterval < 0 || taskManagers === 'Shared' || !needsMore(unchecked) ? E.right(unchecked)
    : pipe(facts, asked([{ _tag: 'ReadClusterCapacity', refreshInterval }]), E.map(() => decide(capacityIn(facts))))
}

/** The room on the checked nodes that a decided cycle takes; null: none, or the nodes were not checked. */
export const reservedBy = ({ clusterCapacity }: Pick<JobFacts, 'clusterCapacity'>, cycle: Cycle): ResourceRequest | null =>
  clusterCapacity?._tag === 'Known' && needsMore(cycle) ? cycle.request : null
