import type { Action } from '../../contract/action/action.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { classify } from './classify-state-snapshot.ts'
import { decide } from './decide-state-snapshot.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { summarize } from './summarize-state-snapshot.ts'

/** `(spec, observed status) → actions`: classifies the situation, decides what it needs, and lists the actions. */
export const reconcile = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): readonly Action<FlinkStateSnapshotStatus>[] => {
  const round = { desired, observed, env }
  const situation = classify(round)
  return summarize(round, situation, decide(round, situation))
}
