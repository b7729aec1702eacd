import type { BlueGreenState, Colour, FlinkBlueGreenDeploymentStatus, Transition } from '../blue-green-resource.ts'
import { opposite } from '../blue-green-resource.ts'
import type { Phase } from '../blue-green-round.ts'

interface Place {
  readonly phase: Phase
  /** For a transition: the child that takes over. */
  readonly colour: Colour
}

const places: { readonly [State in BlueGreenState]: Place } = {
  INITIALIZING_BLUE: { phase: 'Initializing', colour: 'BLUE' },
  ACTIVE_BLUE: { phase: 'Active', colour: 'BLUE' },
  ACTIVE_GREEN: { phase: 'Active', colour: 'GREEN' },
  SAVEPOINTING_BLUE: { phase: 'Savepointing', colour: 'BLUE' },
  SAVEPOINTING_GREEN: { phase: 'Savepointing', colour: 'GREEN' },
  TRANSITIONING_TO_BLUE: { phase: 'Transitioning', colour: 'BLUE' },
  TRANSITIONING_TO_GREEN: { phase: 'Transitioning', colour: 'GREEN' },
}

/** Phase and colour of a state; null: the deployment was never started. */
export const placeOf = (state: BlueGreenState | null): Place => places[state ?? 'INITIALIZING_BLUE']

/** The state that the status shows for a transition. During a savepoint it names the old child, from which the transition takes over. */
export const stateOfTransition = ({ step, colour }: Pick<Transition, 'step' | 'colour'>): BlueGreenState =>
  step === 'Savepoint' ? `SAVEPOINTING_${opposite(colour)}` : `TRANSITIONING_TO_${colour}`

type Standing = Pick<FlinkBlueGreenDeploymentStatus, 'blueGreenState' | 'operation'>

/** The colour of the serving child; null: no child has served yet. During a switch it is the old child, until that is gone. */
export const activeOf = ({ blueGreenState, operation }: Standing): Colour | null => {
  const { phase, colour } = placeOf(blueGreenState)
  switch (phase) {
    case 'Initializing':
      return null
    case 'Active':
    case 'Savepointing':
      return colour
    case 'Transitioning':
      return operation?.kind === 'First' ? null : operation?.kind === 'InPlace' ? colour : opposite(colour)
  }
}
