import type { EmitEvent } from '../../../contract/action/emit-event.ts'
import { viewAt } from '../../../cluster/high-availability/ha-observation.ts'
import { deleteHaFromZooKeeper } from '../../../cluster/tear-down/delete-ha-from-zookeeper.ts'
import type { HaPlace } from '../../../options/ha-place.ts'
import { onceSeen } from '../../../contract/query/ask.ts'
import type { TearDownOperation } from '../../../contract/resource/operation.ts'
import { look, pollMillis, wait, event } from '../../../contract/round/decision.ts'
import { haPlaceFor } from './observe-session-cluster.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'
import { idsOf, sessionJobsOf, unseenSessionJobs } from './session-jobs.ts'

const placeOf = (round: SessionRound): HaPlace => {
  const { deployed } = round.desired
  return deployed._tag === 'Deployed' ? haPlaceFor(round, deployed.running) : { _tag: 'Nowhere' }
}

const ownJobs = ({ observed: { facts } }: SessionRound): readonly string[] => sessionJobsOf(facts).flatMap(idsOf)

/**
 * Deletes the ZooKeeper data of the jobs of its FlinkSessionJobs, and the node of the cluster if nothing else is in it. The path of that
 * node contains the name of the resource but not its namespace: a job there that no FlinkSessionJob names may belong to another cluster,
 * and stays. Null: nothing is left to do.
 */
export const deleteSessionClusterFromZooKeeper = (
  round: SessionRound,
  { giveUpAt }: Pick<TearDownOperation, 'giveUpAt'>,
): SessionDecision | null => {
  const { desired: { meta: { namespace, name } }, observed: { facts, status }, env } = round
  const place = placeOf(round)
  if (place._tag !== 'ZooKeeper') return null
  return onceSeen(
    facts,
    [{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }],
    queries => look(queries, 'which FlinkSessionJobs own the jobs in ZooKeeper?'),
    () => {
      const unseen = unseenSessionJobs(facts)
      return unseen !== null && env.now <= giveUpAt ? wait(status, pollMillis, unseen)
        : deleteHaFromZooKeeper({ status, facts, env, place, queries: [], jobIds: ownJobs(round), what: 'Cluster', gives: true, giveUpAt })
    },
  )
}

/** An event, emitted once, about jobs that no FlinkSessionJob names and that stay in ZooKeeper. */
export const leftInZooKeeper = (round: SessionRound): readonly EmitEvent[] => {
  const seen = viewAt(placeOf(round), round.observed.facts)
  const owned = ownJobs(round)
  const left = seen === null ? [] : [...seen.view.plans, ...seen.view.jobs].map(({ jobId }) => jobId).filter(id => !owned.includes(id))
  if (seen === null || left.length === 0) return []
  const message =
    `ZooKeeper ${seen.place.quorum} still keeps high-availability metadata of jobs that no FlinkSessionJob names, at ${seen.place.path}: ${
      [...new Set(left)].slice(0, 5).join(', ')
    }. The operator does not delete it, because it may belong to another cluster of that name`
  return [event('Warning', 'Operator', 'CleanupFailed', message, null, 'Once')]
}
