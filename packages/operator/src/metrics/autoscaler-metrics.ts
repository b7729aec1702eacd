import type { EpochMillis } from '@flink-operator/core'
import type { CycleReport, ReportedMetric, VertexReport } from '@flink-operator/core/action'
import { cycleRows } from '@flink-operator/core/autoscaler'
import type { KindName } from '@flink-operator/kinds'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'
import { counter, gauge, type Making, type Metric } from './metric.ts'
import { inTurns, namesOfSome } from './named-resources.ts'

/** The kinds whose jobs the autoscaler scales. */
const kind = ['FlinkDeployment', 'FlinkSessionJob'] as const satisfies readonly KindName[]
const namespace = { of: 'namespaces of resources whose autoscaler is on' }
/** Upper limit of named vertices of one job; the largest known jobs have fewer. */
export const mostVerticesOfOne = 100
/** Upper limit of named vertices of all jobs together, in the order in which the jobs are named. */
export const mostVertices = 1_000

const labels = {
  kind,
  namespace,
  name: namesOfSome,
  vertex: { of: `ids of vertices, at most ${mostVerticesOfOne} of a job and ${mostVertices} in all` },
}

const ofVertex = (name: string, help: string) => gauge({ name: `flink_operator_autoscaler_vertex_${name}`, help, labels })

/** One gauge for each value that the autoscaler's last cycle evaluated of a vertex. */
const vertexGauges: Readonly<Record<ReportedMetric, ReturnType<typeof ofVertex>>> = {
  PARALLELISM: ofVertex('parallelism', 'Subtasks that the vertex has.'),
  RECOMMENDED_PARALLELISM: ofVertex(
    'recommended_parallelism',
    'Subtasks that the autoscaler wants it to have, also where the scaling is held back; absent until the window of metrics is full.',
  ),
  MAX_PARALLELISM: ofVertex('max_parallelism', 'The most that it can have.'),
  NUM_SOURCE_PARTITIONS: ofVertex('source_partitions', 'Partitions that the source reads; absent where they are not known.'),
  LOAD: ofVertex('load_ratio', 'How busy it is, from 0 to 1, over the window.'),
  TRUE_PROCESSING_RATE: ofVertex(
    'true_processing_rate',
    'Records per second that it would process if it were busy all the time, over the window; absent where nothing limits it.',
  ),
  TARGET_DATA_RATE: ofVertex('target_data_rate', 'Records per second that arrive for it, over the window.'),
  CATCH_UP_DATA_RATE: ofVertex('catch_up_data_rate', 'Records per second on top of it that work off the lag in time.'),
  LAG: ofVertex('lag_records', 'Records that wait before the source.'),
  SCALE_UP_RATE_THRESHOLD: ofVertex('scale_up_rate_threshold', 'With a true processing rate below it the vertex is to grow.'),
  SCALE_DOWN_RATE_THRESHOLD: ofVertex(
    'scale_down_rate_threshold',
    'With a true processing rate above it the vertex is to shrink; absent while there is a backlog: nothing shrinks then.',
  ),
  EXPECTED_PROCESSING_RATE: ofVertex('expected_processing_rate', 'The true processing rate that it is to have after the scaling.'),
}

export const autoscalerRows = {
  ...vertexGauges,
  cycles: counter({
    name: 'flink_operator_autoscaler_cycles_total',
    help: 'Cycles whose sample was stored, by how they ended; scaled: another parallelism was decided.',
    labels: { kind, namespace, verdict: { of: `rows of a cycle: ${cycleRows.join(', ')}` } },
  }),
  errors: counter({
    name: 'flink_operator_autoscaler_errors_total',
    help: 'Rounds in which the autoscaler reported an AutoscalerError; metrics that Flink does not answer are among the calls.',
    labels: { kind, namespace },
  }),
}

interface Kept {
  readonly kind: KindName
  readonly namespace: string
  readonly name: string
  /** Since when the job is scaled, as far as this process knows. */
  readonly since: EpochMillis
  /** Null: nothing is evaluated now. */
  readonly report: CycleReport | null
}

export interface AutoscalerMetrics {
  readonly round: (kind: KindName, key: ResourceKey, report: RoundReport) => void
  readonly forget: (kind: KindName, key: ResourceKey) => void
}

/** True if the autoscaler is on: a round reads its stored state only then, and once more to clear it. */
const isOnIn = ({ facts }: RoundReport): boolean => facts.autoscalerState !== undefined

/** True if this round queried the job's metrics. */
const isCycle = ({ looks }: RoundReport): boolean =>
  looks.some(({ answers }) => answers.some(({ query }) => query === 'GetJobDetails' || query === 'GetVertexMetrics'))

const storedIn = ({ outcomes }: RoundReport): { readonly report: CycleReport | null } | null =>
  outcomes.flatMap(({ action, result }) => (action._tag === 'WriteAutoscalerState' && result === 'done' ? [{ report: action.report }] : []))
    .at(-1) ?? null

const hasError = ({ outcomes }: RoundReport): boolean =>
  outcomes.some(({ action }) => action._tag === 'EmitEvent' && action.reason === 'AutoscalerError')

/** True for an id in Flink's form; any other text is not used as a label. */
const isVertexId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text)

const verticesOf = ({ vertices }: CycleReport): readonly (readonly [id: string, numbers: VertexReport])[] =>
  Object.entries(vertices).filter(([id]) => isVertexId(id)).slice(0, mostVerticesOfOne)

export const autoscalerMetrics = (make: Making): AutoscalerMetrics => {
  const all = new Map<string, Kept>()
  const cycles = make.counter(autoscalerRows.cycles)
  const errors = make.counter(autoscalerRows.errors)

  /** The named vertices, each with its resource. */
  const named = (): readonly (readonly [Kept, id: string, numbers: VertexReport])[] =>
    inTurns([...all.values()].map(kept => [kept.since, kept] as const))
      .flatMap(([, kept]) => (kept.report === null ? [] : verticesOf(kept.report).map(([id, numbers]) => [kept, id, numbers] as const)))
      .slice(0, mostVertices)
  for (const [metric, row] of Object.entries(vertexGauges) as [ReportedMetric, Metric<keyof typeof labels>][])
    make.gauge(row, set => {
      for (const [of, vertex, numbers] of named()) {
        const value = numbers[metric]
        if (value !== undefined) set({ kind: of.kind, namespace: of.namespace, name: of.name, vertex }, value)
      }
    })

  const forget = (kind: KindName, key: ResourceKey): void => {
    if (!all.delete(`${kind}/${keyText(key)}`)) return
    const { namespace } = key
    if ([...all.values()].some(it => it.kind === kind && it.namespace === namespace)) return
    for (const verdict of cycleRows) cycles.remove({ kind, namespace, verdict })
    errors.remove({ kind, namespace })
  }
  return {
    round: (kind, key, report) => {
      const text = `${kind}/${keyText(key)}`
      const stored = storedIn(report)
      // the autoscaler was turned off, and its state was cleared
      if (!isOnIn(report) || (stored !== null && stored.report === null)) return forget(kind, key)
      const before = all.get(text)
      const { namespace } = key
      if (before === undefined) errors.inc({ kind, namespace }, 0)
      if (hasError(report)) errors.inc({ kind, namespace })
      if (stored?.report != null) cycles.inc({ kind, namespace, verdict: stored.report.row })
      // the values of a job that does not run, or could not be measured, are dropped
      const isStale = report.jobState !== 'RUNNING' || (isCycle(report) && stored === null)
      all.set(text, {
        kind,
        ...key,
        since: before?.since ?? report.startedAt,
        report: isStale ? null : stored?.report ?? before?.report ?? null,
      })
    },
    forget,
  }
}
