import { normal, outcome, type Rule, reported, waiting } from '../outcome.ts'
import { lostPart, lostPartWords } from '../observe/lost-part.ts'

/** Creates a lost object again. */
export const createsAgain: Rule = {
  holds: round => lostPart(round) !== null && lostPartWords(round) === null,
  does: round => {
    const lost = lostPart(round)
    return lost === null || lost.manifest === null ? waiting(round) : outcome(round, {
      effects: [{ _tag: 'CreateObject', manifest: lost.manifest }],
      events: [normal('CreatingCluster', `${lost.part} of version ${lost.hash} was deleted: the operator creates it again`)],
    })
  },
}

/** Reports a lost object that the operator can't create: a foreign object has its name, or the spec has changed. */
export const reportsOfLost: Rule = {
  holds: round => lostPartWords(round) !== null,
  does: round => reported(round, 'InTheWay', lostPartWords(round) ?? ''),
}
