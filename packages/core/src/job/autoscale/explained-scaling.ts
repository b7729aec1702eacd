import type { Cycle, CycleRow } from '../../autoscaler/cycle.ts'
import type { AutoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import type { VertexDecision, VertexRow } from '../../autoscaler/vertex-decision.ts'
import { formatInstant } from '../../crd/instant.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ExplainedScaling, ExplainedVertex } from '../../contract/round/explanation.ts'
import type { Measures } from './job-measures.ts'

/** What would change the autoscaler's decision on the job, by the row that ended its cycle. */
const changesJob: Readonly<Record<CycleRow, string>> = {
  off: 'job.autoscaler.enabled: true',
  'not-running': 'the job runs',
  unknown: 'Flink reports the metrics of the job',
  'not-ready': 'all vertices of the job run and report metrics',
  'no-sample': 'Flink reports the missing metrics',
  'too-few-samples': 'the next sample',
  'not-evaluated': 'samples that show processing rates',
  'window-not-full': 'the window is full',
  'memory-pressure': 'the job has more memory, or uses less',
  'within-bounds': 'the load changes so much that a vertex leaves its bounds (utilization.min, utilization.max)',
  'scaling-disabled': 'job.autoscaler.scaling.enabled: true',
  'overrides-ignored': 'native mode with jobmanager.scheduler: adaptive, or Flink 2.4',
  'excluded-period': 'the period is over',
  'unreadable-period': 'valid periods in job.autoscaler.excluded.periods',
  'restart-budget': 'the oldest of these scalings is long enough ago, or a larger job.autoscaler.restart-budget.count',
  'not-earned': 'the load drops so much that scaling down is worth a restart, or a longer job.autoscaler.scale-down.payback-period',
  'slots-unknown': 'Flink reports how many slots are used',
  'cluster-unknown': 'the nodes of the cluster can be read',
  'cluster-full': 'more or larger nodes, fewer pods on them, or TaskManagers that request less',
  quota: 'a larger job.autoscaler.quota.cpu or job.autoscaler.quota.memory',
  scaled: 'nothing: the next round applies it',
}

/** The same for one vertex. */
const changesVertex: Readonly<Record<VertexRow, string>> = {
  'no-rate': 'the vertex processes records, so that its rate can be measured',
  'no-capacity': 'its input rate is known',
  'held-back': 'the vertex upstream or downstream processes more',
  enough: 'the load changes so much that another parallelism is needed',
  'aligned-to-current': 'another load, or another job.autoscaler.scaling.parallelism-alignment.mode',
  busy: 'it is less busy',
  contradictory: 'its metrics fit together',
  ineffective: 'another load, or job.autoscaler.scaling.effectiveness.detection.enabled: false',
  'scale-up': 'the job is scaled',
  delayed: 'a lower parallelism is sufficient for long enough',
  'scale-down': 'the job is scaled',
}

/** Whole seconds are precise enough for display. */
const instant = (at: EpochMillis): string => formatInstant(Math.floor(at / 1_000) * 1_000)

type Asked = Pick<AutoscalerConfiguration, 'stabilizationInterval' | 'metricsWindow' | 'scaleDownInterval'>

const vertexOf = (id: string, { row, reason, newParallelism, delayed }: VertexDecision, { scaleDownInterval }: Asked): ExplainedVertex => {
  const since = delayed?.firstTrigger.at ?? null
  return {
    id,
    row,
    parallelism: newParallelism,
    wanted: delayed?.recommended[0]?.parallelism ?? newParallelism,
    why: reason,
    since,
    changedBy: since === null ? changesVertex[row] : `a lower parallelism is sufficient until ${instant(since + scaleDownInterval)}`,
  }
}

/** When the metrics window is full: a job that has just started first has to stabilize. Null: it is full. */
const fullAt = ({ state: { samples } }: Cycle, runningSince: EpochMillis, asked: Asked): EpochMillis | null => {
  const stable = runningSince + asked.stabilizationInterval
  const full = (samples.find(({ at }) => at >= stable)?.at ?? stable) + asked.metricsWindow
  return full > (samples.at(-1)?.at ?? 0) ? full : null
}

const isBeforeWindow = (row: CycleRow): boolean => row === 'window-not-full' || row === 'too-few-samples' || row === 'not-ready'

/** Explains the autoscaler's decision, since when it holds, and what would change it. */
export const explainedScaling = (cycle: Cycle, measures: Measures, asked: Asked): ExplainedScaling => {
  const { verdict: { row, reason, vertices } } = cycle
  const runningSince = measures._tag === 'Known' && isBeforeWindow(row) ? measures.answers.runningSince : null
  const full = runningSince === null || row === 'not-ready' ? null : fullAt(cycle, runningSince, asked)
  return {
    row,
    why: reason,
    since: runningSince,
    changedBy: full === null ? changesJob[row] : `the window is full at ${instant(full)}`,
    vertices: Object.entries(vertices).map(([id, decision]) => vertexOf(id, decision, asked)),
  }
}
