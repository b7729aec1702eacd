import type { BlueGreenState } from './blue-green-resource.ts'
import { type KindStates, statesIn } from '../../contract/round/kind-states.ts'

/** A record, so that a new state does not compile without an entry here. */
const isAtRest: Readonly<Record<BlueGreenState, boolean>> = {
  INITIALIZING_BLUE: false,
  ACTIVE_BLUE: true,
  ACTIVE_GREEN: true,
  SAVEPOINTING_BLUE: false,
  SAVEPOINTING_GREEN: false,
  TRANSITIONING_TO_BLUE: false,
  TRANSITIONING_TO_GREEN: false,
}

export const blueGreenStates: KindStates = {
  all: Object.keys(isAtRest),
  atRest: Object.entries(isAtRest).flatMap(([state, rests]) => (rests ? [state] : [])),
  of: statesIn('blueGreenState'),
}
