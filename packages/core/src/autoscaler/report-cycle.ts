import { type CycleReport, type ReportedMetric, reportedMetrics, type VertexReport } from '../contract/action/cycle-report.ts'
import type { Cycle, CycleRow } from './cycle.ts'
import type { MetricsOf } from './evaluated-metrics.ts'
import { executionRows } from './execute/execution.ts'
import type { VertexId } from './topology.ts'

/** Which value of an evaluated metric is shown: the one that decisions use. */
const halves: Readonly<Record<ReportedMetric, 'current' | 'average'>> = {
  LOAD: 'average',
  TRUE_PROCESSING_RATE: 'average',
  TARGET_DATA_RATE: 'average',
  CATCH_UP_DATA_RATE: 'current',
  LAG: 'current',
  PARALLELISM: 'current',
  RECOMMENDED_PARALLELISM: 'current',
  MAX_PARALLELISM: 'current',
  NUM_SOURCE_PARTITIONS: 'current',
  SCALE_UP_RATE_THRESHOLD: 'current',
  SCALE_DOWN_RATE_THRESHOLD: 'current',
  EXPECTED_PROCESSING_RATE: 'current',
}

const numbersOf = (metrics: MetricsOf): VertexReport =>
  Object.fromEntries(reportedMetrics.flatMap(name => {
    const value = metrics[name]?.[halves[name]] ?? NaN
    // 0 partitions: the number is unknown
    return Number.isFinite(value) && !(name === 'NUM_SOURCE_PARTITIONS' && value === 0) ? [[name, value] as const] : []
  }))

const isDecided = (row: CycleRow): boolean => executionRows.some(it => it === row)

/** The recommended parallelism, known once the window is full; the current one if no change is recommended (autoscaler.md, section 4.6). */
const recommendedIn = ({ verdict, recommended }: Cycle, id: VertexId, { PARALLELISM: now }: VertexReport): VertexReport => {
  const wanted = Object.hasOwn(recommended, id) ? recommended[id] : now
  return isDecided(verdict.row) && wanted !== undefined ? { RECOMMENDED_PARALLELISM: wanted } : {}
}

/** The report of a cycle for users. */
export const cycleReport = (cycle: Cycle): CycleReport => {
  const { verdict: { row, vertices: decisions }, evaluated } = cycle
  return {
    row,
    vertices: Object.fromEntries(
      Object.entries(evaluated?.vertices ?? {}).map(([id, metrics]): readonly [VertexId, VertexReport] => {
        const decision = Object.hasOwn(decisions, id) ? decisions[id] : undefined
        const numbers = numbersOf({ ...metrics, ...decision?.metrics })
        return [id, { ...numbers, ...recommendedIn(cycle, id, numbers) }]
      }),
    ),
  }
}
