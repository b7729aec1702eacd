import type { Deviation } from './deviation.ts'
import { autoscalerParallelismDeviations } from './deviations/autoscaler-parallelism.ts'
import { autoscalerDecisionDeviations } from './deviations/autoscaler-decisions.ts'
import { autoscalerStateDeviations } from './deviations/autoscaler-state.ts'
import { effectiveConfigDeviations } from './deviations/effective-config.ts'
import { manifestsDeviations } from './deviations/manifests.ts'
import { observeDeviations } from './deviations/observe.ts'
import { reconcileDeviations } from './deviations/reconcile.ts'
import { sessionJobDeviations } from './deviations/session-job.ts'
import { sessionClusterDeviations } from './deviations/session-cluster.ts'
import { snapshotPruningDeviations } from './deviations/snapshot-pruning.ts'
import { specDiffDeviations } from './deviations/spec-diff.ts'
import { unknownStartDeviations } from './deviations/unknown-start.ts'
import { upgradeModeDeviations } from './deviations/upgrade-mode.ts'
import { validationDeviations } from './deviations/validation.ts'

/**
 * The one table of declared deviations: where our answers differ from the reference operator's on purpose. docs/deviations.md is made of
 * it.
 */
export const deviations: readonly Deviation[] = [
  ...specDiffDeviations,
  ...effectiveConfigDeviations,
  ...manifestsDeviations,
  ...upgradeModeDeviations,
  ...unknownStartDeviations,
  ...validationDeviations,
  ...snapshotPruningDeviations,
  ...observeDeviations,
  ...reconcileDeviations,
  ...sessionClusterDeviations,
  ...sessionJobDeviations,
  ...autoscalerStateDeviations,
  ...autoscalerDecisionDeviations,
  ...autoscalerParallelismDeviations,
]
