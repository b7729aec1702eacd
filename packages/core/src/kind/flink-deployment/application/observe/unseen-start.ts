import { unseenStart } from '../../../../cluster/observe/job-manager-start.ts'
import type { Query } from '../../../../contract/query/query.ts'
import { unanswered } from '../../../../contract/query/unanswered.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from './application-ha-seen.ts'

/**
 * The live queries that show whether the JobManager ever started, together with the queries of HA metadata that are needed if it never did.
 * A separate query for the metadata would be the fourth of the round, and the names that the deploy needs the fifth, which is reserved for
 * a stale cache (design.md, section 2). Empty: it is known.
 */
export const unseenStartAndState = (round: Round): readonly Query[] => {
  const unseen = unseenStart(round)
  return unseen.length === 0 ? [] : [...unseen, ...unanswered(round.observed.facts, haQueries(round))]
}
