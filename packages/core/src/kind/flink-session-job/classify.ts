import { type Recorded, rowsOfAll, rowsOfNew, rowsOfRecorded } from './classification.ts'
import { firstThatFits } from '../../round/classification.ts'
import { beforeHard } from './recovery/others-jobs.ts'
import type { Round } from './round.ts'
import type { Situation } from './situation.ts'

/** Which situation is this? The first row of the tables of `classification.ts` that fits (session-snapshot-bluegreen.md, section 2.4). */
export const classify = (round: Round): Situation => firstThatFits(rowsOfAll, round, null) ?? inCluster(round)

const inCluster = (round: Round): Situation => {
  const { deployed, wanted } = round.desired
  if (wanted === null || deployed._tag === 'Undecodable') return nothingWanted
  const recorded: Recorded | null = deployed._tag === 'Deployed' ? { submitted: deployed, wanted } : null
  const found = recorded === null ? firstThatFits(rowsOfNew, round, wanted) : firstThatFits(rowsOfRecorded, round, recorded)
  return beforeHard(round, found) ?? found ?? nothingWanted
}

const nothingWanted: Situation = { _tag: 'Settled', row: 'Q41', reason: 'nothing is wanted that could be worked towards' }
