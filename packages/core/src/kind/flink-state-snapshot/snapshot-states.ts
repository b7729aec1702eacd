import type { SnapshotState } from './flink-state-snapshot.ts'
import { type KindStates, statesIn } from '../../round/kind-states.ts'

/** As a record, so that a state that is added does not compile without its line. */
const isAtRest: Readonly<Record<SnapshotState, boolean>> = {
  TRIGGER_PENDING: false,
  IN_PROGRESS: false,
  COMPLETED: true,
  FAILED: true,
  ABANDONED: true,
}

export const snapshotStates: KindStates = {
  all: Object.keys(isAtRest),
  atRest: Object.entries(isAtRest).flatMap(([state, rests]) => (rests ? [state] : [])),
  of: statesIn('state'),
}
