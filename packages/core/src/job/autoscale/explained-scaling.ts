import type { Cycle } from '../../autoscaler/cycle.ts'
import type { CycleRow } from '../../autoscaler/cycle-row.ts'
import type { AutoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import type { VertexDecision, VertexRow } from '../../autoscaler/vertex-decision.ts'
import { formatInstant } from '../../codec/instant.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { ExplainedScaling, ExplainedVertex } from '../../round/explanation.ts'
import type { Measures } from './job-measures.ts'

/** What would change it that the job is scaled or not, by the row in which its cycle ended. */
const changesJob: Readonly<Record<CycleRow, string>> = {
  off: 'job.autoscaler.enabled: true',
  'not-running': 'the job runs',
  unknown: 'Flink tells what the job measures',
  'not-ready': 'all of the job runs and reports what it measures',
  'no-sample': 'Flink reports what is missing',
  'too-few-samples': 'the next sample',
  'not-evaluated': 'samples from which rates can be told',
  'window-not-full': 'the window is full',
  'memory-pressure': 'the job has more memory, or uses less',
  'within-bounds': 'so much more or less arrives that a vertex is outside of its bounds (utilization.min, utilization.max)',
  'scaling-disabled': 'job.autoscaler.scaling.enabled: true',
  'excluded-period': 'the period is over',
  'unreadable-period': 'periods in job.autoscaler.excluded.periods that can be read',
  'restart-budget': 'the oldest of these scalings is long enough ago, or a larger job.autoscaler.restart-budget.count',
  'not-earned': 'so much less arrives that it is worth a restart, or a longer job.autoscaler.scale-down.payback-period',
  'slots-unknown': 'Flink tells how many slots are used',
  'cluster-unknown': 'the nodes of the cluster can be read',
  'cluster-full': 'there is room in the cluster',
  quota: 'a larger job.autoscaler.quota.cpu or job.autoscaler.quota.memory',
  scaled: 'nothing: the next round carries it out',
}

/** The same of one vertex. */
const changesVertex: Readonly<Record<VertexRow, string>> = {
  'no-rate': 'it works, so that its rate can be told',
  'no-capacity': 'it is known what arrives for it',
  'held-back': 'the vertex before or behind it lets more pass',
  enough: 'so much more or less arrives that another parallelism is called for',
  'aligned-to-current': 'more or less arrives, or another job.autoscaler.scaling.parallelism-alignment.mode',
  busy: 'it is less busy',
  contradictory: 'its metrics fit together',
  ineffective: 'another load, or job.autoscaler.scaling.effectiveness.detection.enabled: false',
  'scale-up': 'the job is scaled',
  delayed: 'less is enough for long enough',
  'scale-down': 'the job is scaled',
}

/** Whole seconds are enough for people. */
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
    changedBy: since === null ? changesVertex[row] : `less is enough until ${instant(since + scaleDownInterval)}`,
  }
}

/** A job that has just started has to settle first, then to fill the window. Null: it is full. */
const fullAt = ({ state: { samples } }: Cycle, runningSince: EpochMillis, asked: Asked): EpochMillis | null => {
  const stable = runningSince + asked.stabilizationInterval
  const full = (samples.find(({ at }) => at >= stable)?.at ?? stable) + asked.metricsWindow
  return full > (samples.at(-1)?.at ?? 0) ? full : null
}

const isBeforeWindow = (row: CycleRow): boolean => row === 'window-not-full' || row === 'too-few-samples' || row === 'not-ready'

/** Why a job is scaled or not, since when, and what would change it: for people who ask. */
export const explainedScaling = (cycle: Cycle, measures: Exclude<Measures, { _tag: 'Missing' }>, asked: Asked): ExplainedScaling => {
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
