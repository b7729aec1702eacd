import { pipe } from 'fp-ts/lib/function.js'
import { unseenStart } from '../../../../cluster/observe/job-manager-start.ts'
import { asked, type Asked, togetherWith } from '../../../../contract/query/ask.ts'
import type { Round } from '../application-round.ts'
import { haQueries } from './application-ha-seen.ts'

/**
 * Observes live whether the JobManager ever started, together with HA metadata, which is needed if it never did. A separate query for the
 * metadata would be the fourth of the round, and the names that the deploy needs the fifth, which is reserved for a stale cache (design.md,
 * section 2).
 */
export const startAndStateSeen = (round: Round): Asked<null> => {
  const { facts } = round.observed
  return pipe(facts, asked(unseenStart(round)), togetherWith(facts, () => haQueries(round)))
}
