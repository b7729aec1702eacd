import type { SnapshotState } from './flink-state-snapshot.ts'
import { type KindStates, statesIn } from '../../contract/round/kind-states.ts'

/** A record, so that a new state does not compile without a line here. */
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
