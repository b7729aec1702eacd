/** The autoscaler: computes parallelism and memory of a job from measured metrics. Pure: no queries and no effects. */
export { type AutoscalerConfiguration, autoscalerConfiguration } from './autoscaler-configuration.ts'
export type { AutoscalerEvent } from './autoscaler-event.ts'
export {
  type AutoscalerState,
  emptyState,
  type ScalingRecord,
  type TrackingRecord,
  type StoredTime,
  type RecommendedParallelism,
} from './autoscaler-state.ts'
export { type Cycle, cycle, type CycleInput, type Verdict } from './cycle.ts'
export { cycleReport } from './report-cycle.ts'
export { type CycleRow, cycleRows } from './cycle.ts'
export { type Backtest, backtest, type BacktestInput, type BacktestStep, cyclesOf, mostSteps } from './backtest/backtest.ts'
export type { Arrivals, LoadCurve, ModelledInput, ModelledJob, ModelledVertex } from './backtest/modelled-job.ts'
export { type LoadDocument, readLoad } from './backtest/read-load.ts'
export type { RecordedLoad } from './backtest/recorded-load.ts'
export type { EvaluatedMetrics, EvaluatedMetric } from './evaluated-metrics.ts'
export type { ClusterCapacity, Amounts } from './fit/cluster-capacity.ts'
export { defaultProfile, type Profile } from './autoscaler-configuration.ts'
export type { FlinkAnswers, VertexAnswer } from './sample/vertex-metrics.ts'
export { configMap as autoscalerConfigMap, configMapName as autoscalerConfigMapName } from './state/stored-state.ts'
export { metricsOfInner, metricsOfSource } from './sample/vertex-metrics.ts'
export { type JobTopology, jobTopology, type JobVertex, shipStrategies } from './topology.ts'
export { type VertexDecision, vertexRows } from './vertex-decision.ts'
export { wantedParallelism } from './apply/apply-parallelism.ts'
export type { AlignmentMode } from './autoscaler-configuration.ts'
export type { AutoscalerEventReason } from './autoscaler-event.ts'
export type {
  ConfigChanges,
  DelayedScaleDown,
  DelayedVertex,
  MetricsSample,
  ParallelismOverrides,
  ScalingHistory,
  ScalingTracking,
} from './autoscaler-state.ts'
export type { ShipStrategy, VertexId, VertexInput } from './topology.ts'
export type { NewParallelism } from './fit/task-manager.ts'
export type { MetricsOf } from './evaluated-metrics.ts'
export type { ClusterNode } from './fit/cluster-capacity.ts'
export { readState, type StoredData, type StoredState } from './state/stored-state.ts'
export type { VertexRow } from './vertex-decision.ts'
export { type MetricValues, type ScalingMetric, scalingMetrics } from './evaluated-metrics.ts'
