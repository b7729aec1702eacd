import { metadataDeletion, standing, zooKeeperProblem } from '../../cluster/high-availability/zookeeper-metadata.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { TearDownOperation } from '../../resource/operation.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import type { JobDecision, Round } from '../round.ts'
import { haQueries, seenInZooKeeper, unseenInZooKeeper } from '../seen/ha-seen.ts'

/**
 * The cluster is gone, and what ZooKeeper keeps of it goes, too: of its jobs, or with the resource the cluster's own node. It is waited
 * for, since the next JobManager would run what is left beside its own job (P02). Only an ensemble that is gone, or that refuses, does not
 * keep a resource that is deleted (`gives`) for ever: past its time what can't be taken away stays there. It is nobody's then; a resource
 * of that name meets it as the state of another job, and leaves it alone.
 */
export const leavingZooKeeper = (
  round: Round,
  { giveUpAt }: Pick<TearDownOperation, 'giveUpAt'>,
  what: 'Jobs' | 'Cluster',
  gives: boolean,
): JobDecision | null => {
  const { observed: { facts, status }, env } = round
  const missing = unanswered(facts, haQueries(round))
  if (missing.length > 0) return look(missing, 'what does ZooKeeper keep of the cluster that is gone?')
  const isLate = env.now > giveUpAt
  const seen = seenInZooKeeper(round)
  const unseen = unseenInZooKeeper(round) ?? (seen === null ? null : standing(seen.place, seen.view))
  if (unseen !== null)
    return isLate && gives ? null : wait(status, pollMillis, unseen, isLate ? zooKeeperProblem(unseen) : null)
  const effect = seen === null || (isLate && gives && env.consecutiveFailures > 0) ? null
    : metadataDeletion(seen.place, seen.view, jobIdsOf(status), what)
  return effect === null ? null : act(status, 'the JobManager is gone: HA metadata in ZooKeeper goes', { effects: [effect] })
}
