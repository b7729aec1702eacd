import { firstMatch } from '../../contract/round/row.ts'
import { waitToSee } from './rows/any-state-rows.ts'
import { inWords, namesIn } from './report/in-words.ts'
import type { BlueGreenRound } from './blue-green-round.ts'
import { rowsOf } from './rows/rows.ts'
import type { Situation } from './blue-green-situation.ts'

/** Classifies the situation: the first row of the phase that holds (session-snapshot-bluegreen.md, section 4.3; rows.ts). */
export const classify = (round: BlueGreenRound): Situation => {
  const row = firstMatch(rowsOf(round.observed.phase), round)?.row ?? waitToSee
  return { row, reason: inWords(row.when, namesIn(round)) }
}
