import { noAnswer, refused } from '../kubernetes/answer.ts'
import { writeOwn } from '../kubernetes/custom-resources.ts'
import { perform } from '../world/perform.ts'
import type { SimulatedKind } from './simulated-kind.ts'

/** How effects of a round of any kind are performed: writes of its own resource by name; other effects as in any round. */
export const performOfKind = (kind: string): SimulatedKind['perform'] => (world, name, action, version, outcome) => {
  const own = writeOwn(world, kind, name, action, version)
  if (own === null) return perform(world, action as Parameters<typeof perform>[1], version, outcome)
  switch (outcome) {
    case 'Refused':
      return refused(world, 'Unavailable', 'the server is currently unable to handle the request')
    case 'Conflict':
      return refused(world, 'Conflict', 'the object has been modified')
    case 'Lost':
      return noAnswer(own.world, 'the answer was lost')
    default:
      return own
  }
}
