import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Env } from '../../env.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import { type HaPlace, zooKeeperQueries } from '../../operator-options/ha-place.ts'
import type { Query } from '../../query/query.ts'
import { asked, orLook } from '../../query/ask.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { act, type Decision, look, pollMillis, wait } from '../../round/decision.ts'
import { unseenAt, viewAt } from '../high-availability/ha-sight.ts'
import { metadataDeletion, standing, zooKeeperProblem } from '../high-availability/zookeeper-metadata.ts'

/** A cluster that is gone, and what of it is to go from ZooKeeper. */
export interface ZooKeeperHaDeletion<Status> {
  readonly status: Status
  readonly facts: ClusterFacts
  readonly env: Env
  /** Where it kept its HA metadata. */
  readonly place: HaPlace
  /** What else has to be seen. */
  readonly queries: readonly Query[]
  /** Its jobs: nothing of another goes. */
  readonly jobIds: readonly string[]
  readonly what: 'Jobs' | 'Cluster'
  /** Past `giveUpAt` what can't be taken away stays. */
  readonly gives: boolean
  readonly giveUpAt: EpochMillis
}

/**
 * The cluster is gone, and what ZooKeeper keeps of it goes, too: of its jobs, or with the resource the cluster's own node. It is waited
 * for, since the next JobManager would run what is left beside its own job (P02). Only an ensemble that is gone, or that refuses, does not
 * keep a resource that is deleted (`gives`) for ever: past its time what can't be taken away stays there. It is nobody's then; a resource
 * of that name meets it as the state of another job, and leaves it alone. Null: nothing is left to do.
 */
export const deleteHaFromZooKeeper = <Status>(leaving: ZooKeeperHaDeletion<Status>): Decision<Status> | null =>
  pipe(
    leaving.facts,
    asked([...leaving.queries, ...zooKeeperQueries(leaving.place)]),
    E.map(() => deleteHaSeen(leaving)),
    orLook(queries => look(queries, 'what does ZooKeeper keep of the cluster that is gone?')),
  )

const deleteHaSeen = <Status>(
  { status, facts, env, place, jobIds, what, gives, giveUpAt }: ZooKeeperHaDeletion<Status>,
): Decision<Status> | null => {
  const isLate = env.now > giveUpAt
  const seen = viewAt(place, facts)
  const message = unseenAt(place, facts)
  const unseen = message !== null ? `to see what ZooKeeper keeps of the cluster: ${message}`
    : seen === null ? null : standing(seen.place, seen.view)
  if (unseen !== null)
    return isLate && gives ? null : wait(status, pollMillis, unseen, isLate ? zooKeeperProblem(unseen) : null)
  const effect = seen === null || (isLate && gives && env.consecutiveFailures > 0) ? null
    : metadataDeletion(seen.place, seen.view, jobIds, what)
  return effect === null ? null : act(status, 'the JobManager is gone: HA metadata in ZooKeeper goes', { effects: [effect] })
}
