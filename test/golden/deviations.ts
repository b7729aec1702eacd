import type { GoldenVector } from './family.ts'

/** One place where our answer differs from the reference operator's on purpose. `test` names the test that shows the better behaviour. */
export interface Deviation {
  readonly id: string
  readonly family: string
  /** Which vectors: by id, and where the id is not enough by content. */
  readonly matches: (vector: GoldenVector) => boolean
  readonly reason: string
  readonly test: string
}

import { effectiveConfigDeviations } from './families/effective-config.deviations.ts'
import { manifestsDeviations } from './families/manifests.deviations.ts'
import { reconcileDeviations } from './families/reconcile.deviations.ts'
import { snapshotPruningDeviations } from './families/snapshot-pruning.deviations.ts'
import { snapshotTriggerDeviations } from './families/snapshot-trigger.deviations.ts'
import { specDiffDeviations } from './families/spec-diff.deviations.ts'
import { upgradeModeDeviations } from './families/upgrade-mode.deviations.ts'
import { validationDeviations } from './families/validation.deviations.ts'

/** Every declared deviation, one table a family. A vector that matches one is counted as skipped, unless it passes all the same. */
export const deviations: readonly Deviation[] = [
  ...specDiffDeviations, ...effectiveConfigDeviations, ...manifestsDeviations, ...upgradeModeDeviations, ...validationDeviations,
  ...snapshotTriggerDeviations, ...snapshotPruningDeviations,
  ...reconcileDeviations,
]
