import type { GoldenFamily } from './family.ts'
import { autoscalerCycle } from './families/autoscaler-cycle.ts'
import { autoscalerEvaluate } from './families/autoscaler-evaluate.ts'
import { autoscalerMetrics } from './families/autoscaler-metrics.ts'
import { autoscalerExecute } from './families/autoscaler-execute.ts'
import { autoscalerMemory } from './families/autoscaler-memory.ts'
import { autoscalerParallelism } from './families/autoscaler-parallelism.ts'
import { autoscalerState } from './families/autoscaler-state.ts'
import { effectiveConfig } from './families/effective-config.ts'
import { manifests } from './families/manifests.ts'
import { observe } from './families/observe.ts'
import { reconcile } from './families/reconcile.ts'
import { snapshotPruning } from './families/snapshot-pruning.ts'
import { snapshotTrigger } from './families/snapshot-trigger.ts'
import { specDiff } from './families/spec-diff.ts'
import { upgradeMode } from './families/upgrade-mode.ts'
import { validation } from './families/validation.ts'

export const families: readonly GoldenFamily[] = [
  specDiff,
  effectiveConfig,
  manifests,
  upgradeMode,
  validation,
  snapshotTrigger,
  snapshotPruning,
  observe,
  reconcile,
  autoscalerState,
  autoscalerMetrics,
  autoscalerEvaluate,
  autoscalerMemory,
  autoscalerExecute,
  autoscalerParallelism,
  autoscalerCycle,
]
