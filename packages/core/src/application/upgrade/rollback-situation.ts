import type { Deployed } from '../../cluster/deployed-spec.ts'
import { unseenStartAndState } from '../seen/unseen-start.ts'
import { rollbackAnswer } from './rollback.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { needsFacts } from '../../round/waiting-situation.ts'
import { notYet } from './upgrade-situation.ts'

/** control-flow.md, section 4.9/8: the job is stopped for its last stable spec. Null: it is not time for that, or there is none. */
export const rollbackSituation = (round: Round, deployed: Deployed): Situation | null => {
  const rollback = rollbackAnswer(round, deployed)
  if (rollback._tag !== 'Due') return null
  const unseen = unseenStartAndState(round)
  if (unseen.length > 0) return needsFacts('4.9/8 5.6/c', unseen, 'did the JobManager ever start?')
  return rollback.answer._tag === 'Available'
    ? {
      _tag: 'RollbackDue',
      row: `${rollback.row} ${rollback.answer.row}`,
      answer: rollback.answer,
      stable: rollback.stable,
      deployed,
      reason: `the spec did not become stable in time: ${rollback.answer.reason}`,
    }
    : notYet(round, deployed, rollback.answer)
}
