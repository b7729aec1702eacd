import type { Env } from '../../contract/env.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { type HaPlace, zooKeeperQueries } from '../../options/ha-place.ts'
import type { Query } from '../../contract/query/query.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { act, type Decision, look, pollMillis, wait } from '../../contract/round/decision.ts'
import { unseenAt, viewAt } from '../high-availability/ha-observation.ts'
import { metadataDeletion, standing, zooKeeperProblem } from '../high-availability/zookeeper-metadata.ts'

/** A deleted cluster whose data has to be deleted from ZooKeeper. */
export interface ZooKeeperHaDeletion<Status> {
  readonly status: Status
  readonly facts: ClusterFacts
  readonly env: Env
  /** Where the cluster kept its HA metadata. */
  readonly place: HaPlace
  /** Further queries. */
  readonly queries: readonly Query[]
  /** The cluster's jobs. Data of other jobs is kept. */
  readonly jobIds: readonly string[]
  readonly what: 'Jobs' | 'Cluster'
  /** True if data that can't be deleted is left behind after `giveUpAt`. */
  readonly gives: boolean
  readonly giveUpAt: EpochMillis
}

/**
 * Deletes the data of a deleted cluster from ZooKeeper: that of its jobs, or, when the resource is deleted, the cluster's own node. The
 * operator waits for this, because the next JobManager would run the old jobs beside its own (P02). Only if `gives` is set does an ensemble
 * that is gone, or that refuses, not block the deletion of a resource for ever. After the deadline the data stays there without an owner. A
 * new resource of that name treats it as the state of another job and does not change it. Null: nothing is left to do.
 */
export const deleteHaFromZooKeeper = <Status>(leaving: ZooKeeperHaDeletion<Status>): Decision<Status> | null =>
  onceSeen(
    leaving.facts,
    [...leaving.queries, ...zooKeeperQueries(leaving.place)],
    queries => look(queries, 'which data of the deleted cluster does ZooKeeper hold?'),
    () => deleteHaSeen(leaving),
  )

const deleteHaSeen = <Status>(
  { status, facts, env, place, jobIds, what, gives, giveUpAt }: ZooKeeperHaDeletion<Status>,
): Decision<Status> | null => {
  const isLate = env.now > giveUpAt
  const seen = viewAt(place, facts)
  const message = unseenAt(place, facts)
  const unseen = message !== null ? `ZooKeeper to return the data of the cluster: ${message}`
    : seen === null ? null : standing(seen.place, seen.view)
  if (unseen !== null)
    return isLate && gives ? null : wait(status, pollMillis, unseen, isLate ? zooKeeperProblem(unseen) : null)
  const effect = seen === null || (isLate && gives && env.consecutiveFailures > 0) ? null
    : metadataDeletion(seen.place, seen.view, jobIds, what)
  return effect === null ? null
    : act(status, 'the JobManager is gone: the operator deletes its HA metadata in ZooKeeper', { effects: [effect] })
}
