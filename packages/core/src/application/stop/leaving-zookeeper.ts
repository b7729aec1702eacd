import { metadataDeletion, standing } from '../../cluster/high-availability/zookeeper-metadata.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { TearDownOperation } from '../../resource/operation.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import type { JobDecision, Round } from '../round.ts'
import { haQueries, seenInZooKeeper, unseenInZooKeeper } from '../seen/ha-seen.ts'

/**
 * The cluster is gone, and what ZooKeeper keeps of it goes, too: of its jobs, or with the resource the cluster's own node. An ensemble that
 * is gone, or that refuses, must not keep the resource for ever: past its time what can't be taken away stays there. Before the next deploy
 * it goes then; of a resource that is gone it is nobody's, and one of that name meets it as the state of another job, and leaves it alone.
 */
export const leavingZooKeeper = (
  round: Round,
  { giveUpAt }: Pick<TearDownOperation, 'giveUpAt'>,
  what: 'Jobs' | 'Cluster',
): JobDecision | null => {
  const { observed: { facts, status }, env } = round
  const missing = unanswered(facts, haQueries(round))
  if (missing.length > 0) return look(missing, 'what does ZooKeeper keep of the cluster that is gone?')
  const isLate = env.now > giveUpAt
  const seen = seenInZooKeeper(round)
  const unseen = unseenInZooKeeper(round) ?? (seen === null ? null : standing(seen.place, seen.view))
  if (unseen !== null) return isLate ? null : wait(status, pollMillis, unseen)
  const effect = seen === null || (isLate && env.consecutiveFailures > 0) ? null
    : metadataDeletion(seen.place, seen.view, jobIdsOf(status), what)
  return effect === null ? null : act(status, 'the JobManager is gone: HA metadata in ZooKeeper goes', { effects: [effect] })
}
