import type { Action } from '../../action/action.ts'
import type { Env } from '../../env.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { classify } from './classify-state-snapshot.ts'
import { decide } from './decide-state-snapshot.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { summarize } from './summarize-state-snapshot.ts'

/** `(spec, observed status) → actions`: which situation is this, what does it call for, and the list of that. */
export const reconcile = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): readonly Action<FlinkStateSnapshotStatus>[] => {
  const round = { desired, observed, env }
  const situation = classify(round)
  return summarize(round, situation, decide(round, situation))
}
