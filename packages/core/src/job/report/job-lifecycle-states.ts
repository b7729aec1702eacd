import { lifecycleStates } from '../../crd/status-parts.ts'
import { type KindStates, statesIn } from '../../contract/round/kind-states.ts'

/** The states of a resource that has one job, or is a session cluster. */
export const jobLifecycleStates: KindStates = {
  all: lifecycleStates,
  atRest: ['SUSPENDED', 'STABLE', 'ROLLED_BACK', 'FAILED', 'DELETED'],
  of: statesIn('lifecycleState'),
}
