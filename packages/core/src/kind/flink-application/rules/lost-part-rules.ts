import { normal, outcome, type Rule, told, waiting } from '../outcome.ts'
import { lostPart, lostPartWords } from '../seen/lost-part.ts'

/** It is created again. */
export const createsAgain: Rule = {
  holds: round => lostPart(round) !== null && lostPartWords(round) === null,
  does: round => {
    const lost = lostPart(round)
    return lost === null || lost.manifest === null ? waiting(round) : outcome(round, {
      effects: [{ _tag: 'CreateObject', manifest: lost.manifest }],
      events: [normal('CreatingCluster', `${lost.part} of version ${lost.hash} was taken away: it is created again`)],
    })
  },
}

/** A person is told what is in its place, or why it can't be created. */
export const tellsOfLost: Rule = {
  holds: round => lostPartWords(round) !== null,
  does: round => told(round, 'InTheWay', lostPartWords(round) ?? ''),
}
