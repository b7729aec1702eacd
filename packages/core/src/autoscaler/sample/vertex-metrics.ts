import type { AggregatedMetric } from '../../contract/fact/job-details.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ShipStrategy, VertexId } from '../topology.ts'
import * as E from 'fp-ts/lib/Either.js'

export type { AggregatedMetric }

/** Flink's data about one vertex: from the job details and the plan, with the metrics of its subtasks. */
export interface VertexAnswer {
  readonly id: VertexId
  readonly parallelism: number
  readonly maxParallelism: number
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
  readonly inputs: readonly { readonly id: VertexId; readonly shipStrategy: ShipStrategy }[]
  readonly readRecords: number
  readonly writeRecords: number
  readonly accumulatedBusyTime: number
  /** False: according to Flink some TaskManager has not reported these counters yet. */
  readonly isComplete: boolean
  readonly metrics: readonly AggregatedMetric[]
}

/** Everything that one cycle reads from Flink (autoscaler.md, section 2). */
export interface FlinkAnswers {
  /** The job's last switch to RUNNING; null: not in the response. */
  readonly runningSince: EpochMillis | null
  readonly vertices: readonly VertexAnswer[]
  /** `taskSlotsTotal` and `taskSlotsAvailable`. */
  readonly jobManager: Readonly<Record<string, number>>
  /** Empty: Flink has no TaskManager metrics yet. */
  readonly taskManager: readonly AggregatedMetric[]
}

/** Metrics of the subtasks of a vertex, by their names in the reference operator. */
const matches = {
  BUSY_TIME_PER_SEC: (name: string) => name === 'busyTimeMsPerSecond',
  BACKPRESSURE_TIME_PER_SEC: (name: string) => name === 'backPressuredTimeMsPerSecond',
  NUM_RECORDS_IN_PER_SEC: (name: string) => name === 'numRecordsInPerSecond',
  PENDING_RECORDS: (name: string) => name.endsWith('.pendingRecords'),
  SOURCE_TASK_NUM_RECORDS_IN_PER_SEC: (name: string) => name.startsWith('Source__') && name.endsWith('.numRecordsInPerSecond'),
  SOURCE_TASK_NUM_RECORDS_IN: (name: string) => name.startsWith('Source__') && name.endsWith('.numRecordsIn'),
  SOURCE_TASK_NUM_RECORDS_OUT: (name: string) => name.startsWith('Source__') && name.endsWith('.numRecordsOut'),
} as const

export type FlinkMetric = keyof typeof matches

const requiredOfAll: readonly FlinkMetric[] = ['BUSY_TIME_PER_SEC']
const requiredOfSources: readonly FlinkMetric[] = [
  'BACKPRESSURE_TIME_PER_SEC',
  'SOURCE_TASK_NUM_RECORDS_IN_PER_SEC',
  'SOURCE_TASK_NUM_RECORDS_IN',
]

const matching = ({ metrics }: VertexAnswer, metric: FlinkMetric): readonly AggregatedMetric[] =>
  metrics.filter(({ id }) => matches[metric](id))

/** The first required metric that a vertex lacks; null: it has all. */
export const missingMetric = (vertex: VertexAnswer): FlinkMetric | null =>
  [...requiredOfAll, ...(vertex.inputs.length === 0 ? requiredOfSources : [])].find(it => matching(vertex, it).length === 0) ?? null

type Aggregate = 'min' | 'max' | 'avg' | 'sum'

/** One aggregate of a metric with a single name. Left: Flink's response lacks the aggregate. */
export const aggregateOf = (vertex: VertexAnswer, metric: FlinkMetric, aggregate: Aggregate): E.Either<string, number> => {
  if (vertex.isFinished) return E.right(0)
  const value = matching(vertex, metric)[0]?.[aggregate] ?? null
  return value === null ? E.left(`Metric ${metric} of ${vertex.id} has no ${aggregate}`) : E.right(value)
}

/** The sum of all matching metrics. Null: none matches. */
export const totalOf = (vertex: VertexAnswer, metric: FlinkMetric): E.Either<string, number | null> => {
  const found = matching(vertex, metric)
  if (vertex.isFinished) return E.right(0)
  const sums = found.flatMap(({ sum }) => (sum === null ? [] : [sum]))
  if (sums.length < found.length) return E.left(`Metric ${metric} of ${vertex.id} has no sum`)
  return E.right(found.length === 0 ? null : sums.reduce((total, sum) => total + sum, 0))
}

const askedOfAll: readonly FlinkMetric[] = ['BUSY_TIME_PER_SEC']
const askedOfSources: readonly FlinkMetric[] = [
  'BACKPRESSURE_TIME_PER_SEC',
  'SOURCE_TASK_NUM_RECORDS_IN_PER_SEC',
  'SOURCE_TASK_NUM_RECORDS_IN',
  'SOURCE_TASK_NUM_RECORDS_OUT',
  'PENDING_RECORDS',
]

/** Largest number of values in a query for one source: more would not fit into a URL. */
const mostAsked = 200

/** Metrics to query for a vertex with inputs. The names are the same for every job. */
export const metricsOfInner: readonly string[] = ['busyTimeMsPerSecond', 'numRecordsInPerSecond']

/** Metrics to query for a source: those whose values a sample needs. Partition metrics are only counted, by name. */
export const metricsOfSource = (names: readonly string[]): readonly string[] =>
  names.filter(name => [...askedOfAll, ...askedOfSources].some(metric => matches[metric](name))).slice(0, mostAsked)
