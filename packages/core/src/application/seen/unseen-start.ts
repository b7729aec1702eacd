import { unseenStart } from '../../cluster/seen/job-manager-start.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from './application-ha-seen.ts'

/**
 * What tells live whether the JobManager ever started, and with it the HA metadata that is asked for where it never did: a look of its own
 * for that would be the fourth, and the names that the deploy needs the fifth, which is kept for a cache that is behind (design.md,
 * section 2). Empty: it is known.
 */
export const unseenStartAndState = (round: Round): readonly Query[] => {
  const unseen = unseenStart(round)
  return unseen.length === 0 ? [] : [...unseen, ...unanswered(round.observed.facts, haQueries(round))]
}
