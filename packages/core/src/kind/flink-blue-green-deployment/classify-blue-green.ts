import { waitToSee } from './rows/any-state-rows.ts'
import { inWords, namesIn } from './told/in-words.ts'
import type { BlueGreenRound } from './blue-green-round.ts'
import { rowsOf } from './rows/rows.ts'
import type { Situation } from './blue-green-situation.ts'

/** Which situation is this? The first row of the phase that holds (session-snapshot-bluegreen.md, section 4.3; rows.ts). */
export const classify = (round: BlueGreenRound): Situation => {
  const row = rowsOf(round.observed.phase).find(({ holds }) => holds(round)) ?? waitToSee
  return { row, reason: inWords(row.when, namesIn(round)) }
}
