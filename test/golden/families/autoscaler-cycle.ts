import { mergedOverrides, overridesKey } from '../../../packages/core/src/autoscaler/apply/apply-parallelism.ts'
import { type AutoscalerConfiguration, autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import { type AutoscalerState, emptyState, type ParallelismOverrides } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { type Cycle, cycle } from '../../../packages/core/src/autoscaler/cycle.ts'
import { averageOf, currentOf } from '../../../packages/core/src/autoscaler/evaluated-metrics.ts'
import type { AggregatedMetric, FlinkAnswers, VertexAnswer } from '../../../packages/core/src/autoscaler/sample/vertex-metrics.ts'
import type { JobTopology } from '../../../packages/core/src/autoscaler/topology.ts'
import { parseMap } from '../../../packages/core/src/flink/configuration/value-text.ts'
import type { Difference, GoldenFamily, GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { eventsOf, sortedEvents } from './autoscaler-event.decode.ts'
import { jsonOfDelayed, jsonOfHistory, jsonOfTracking, numberOf, topologyOf } from './autoscaler-state.decode.ts'

type Fields = Readonly<Record<string, unknown>>
type Row = readonly unknown[]

const profile = '1.15.0'

const metric = (id: string, values: Partial<AggregatedMetric>): AggregatedMetric => ({
  min: null,
  max: null,
  avg: null,
  sum: null,
  ...values,
  id,
})

const partitions = (count: number): readonly AggregatedMetric[] =>
  Array.from({ length: count }, (_, n) => metric(`Source__s.KafkaSourceReader.topic.t.partition.${n}.currentOffset`, {}))

const sourceMetrics = (row: Row, sourcePartitions: number | null): readonly AggregatedMetric[] => [
  metric('backPressuredTimeMsPerSecond', { avg: numberOf(row[7]) }),
  metric('Source__s.numRecordsInPerSecond', { sum: numberOf(row[8]) }),
  metric('Source__s.numRecordsIn', { sum: numberOf(row[9]) }),
  metric('Source__s.KafkaSourceReader.pendingRecords', { sum: numberOf(row[10]) }),
  ...partitions(sourcePartitions ?? 0),
]

/** What Flink answers in that cycle of a vector. */
export const answersOf = (given: readonly Fields[], topology: JobTopology, one: Fields): FlinkAnswers => {
  const finished = (one['finished'] ?? []) as readonly number[]
  const vertices = given.map(({ id }, index): VertexAnswer => {
    const row = (one['v'] as readonly Row[])[index] ?? []
    const vertex = topology.vertices.find(it => it.id === id)
    const inputs = vertex?.inputs ?? []
    const busy = metric('busyTimeMsPerSecond', { min: numberOf(row[4]), max: numberOf(row[5]), avg: numberOf(row[6]) })
    return {
      id: String(id),
      parallelism: numberOf(row[0]),
      maxParallelism: vertex?.maxParallelism ?? 128,
      slotSharingGroup: vertex?.slotSharingGroup ?? null,
      isFinished: finished.includes(index),
      inputs,
      readRecords: numberOf(row[1]),
      writeRecords: numberOf(row[2]),
      accumulatedBusyTime: numberOf(row[3]),
      isComplete: true,
      metrics: one['missing'] === true ? []
        : [busy, ...(inputs.length === 0 ? sourceMetrics(row, vertex?.sourcePartitions ?? null) : [])],
    }
  })
  const [total, available] = one['slots'] as readonly number[]
  const [heapMax, heapUsed, managed, metaspace, gc] = (one['tm'] as Row).map(numberOf)
  const most = (id: string, max: number | undefined) => metric(id, { max: max ?? null })
  return {
    runningSince: numberOf(one['running']),
    vertices,
    jobManager: { taskSlotsTotal: total ?? NaN, taskSlotsAvailable: available ?? NaN },
    taskManager: [
      most('Status.JVM.Memory.Heap.Max', heapMax),
      most('Status.JVM.Memory.Heap.Used', heapUsed),
      most('Status.Flink.Memory.Managed.Used', managed),
      most('Status.JVM.Memory.Metaspace.Used', metaspace),
      most('Status.JVM.GarbageCollector.All.TimeMsPerSecond', gc),
    ],
  }
}

const texts = (value: number): unknown => (Number.isFinite(value) ? value : String(value))

/** A row for each vertex: what was evaluated. */
const evaluatedRows = (given: readonly Fields[], { evaluated, recommended, verdict }: Cycle): unknown => {
  if (evaluated === null) return undefined
  return given.map(it => {
    const id = String(it['id'])
    const metrics = evaluated.vertices[id] ?? {}
    const isFull = verdict.row !== 'window-not-full'
    return [
      texts(averageOf(metrics, 'TRUE_PROCESSING_RATE')),
      texts(averageOf(metrics, 'TARGET_DATA_RATE')),
      texts(currentOf(metrics, 'CATCH_UP_DATA_RATE')),
      texts(averageOf(metrics, 'LOAD')),
      texts(currentOf(metrics, 'SCALE_UP_RATE_THRESHOLD')),
      texts(currentOf(metrics, 'SCALE_DOWN_RATE_THRESHOLD')),
      isFull ? recommended[id] ?? currentOf(metrics, 'PARALLELISM') : null,
    ]
  })
}

/** The user's overrides count for the vertices that the user excludes. */
const appliedOverrides = ({ parallelismOverrides }: AutoscalerState, { vertexExcludeIds, flinkConfiguration }: AutoscalerConfiguration) => {
  const user = parseMap(flinkConfiguration[overridesKey] ?? '') ?? {}
  const merged = mergedOverrides(user, parallelismOverrides, vertexExcludeIds)
  return Object.keys(parallelismOverrides).length === 0 ? {} : Object.fromEntries(Object.entries(merged).sort())
}

interface Run {
  readonly state: AutoscalerState
  /** The fields that a cycle does not repeat. */
  readonly last: Fields
  readonly applied: ParallelismOverrides
  readonly found: readonly Difference[]
}

const step = ({ given, expect }: GoldenVector) => (run: Run, fields: Fields, index: number): Run => {
  const one: Fields = { ...run.last, state: 'RUNNING', missing: false, finished: [], ...fields }
  const topology = topologyOf(given['topology'])
  const vertices = given['topology'] as readonly Fields[]
  const { configuration } = autoscalerConfiguration(one['configuration'] as Readonly<Record<string, string>>, profile)
  const got = cycle({
    state: run.state,
    configuration,
    profile,
    flinkVersion: 'v1_20',
    job: one['state'] === 'RUNNING' ? { _tag: 'Known', answers: answersOf(vertices, topology, one) } : { _tag: 'NotRunning' },
    cluster: { _tag: 'Unchecked' },
    now: numberOf(one['t']),
  })
  const want = (expect['cycles'] as readonly Fields[])[index] ?? {}
  const applied = appliedOverrides(got.state, configuration)
  const isTuned = configuration.memoryTuningEnabled
  const isFirst = index === 0 && isTuned
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
  return {
    state: got.state,
    last: one,
    applied,
    found: [
      ...run.found,
      ...valueDifferences(`cycles.${index}.e`, want['e'], evaluatedRows(vertices, got)),
      ...valueDifferences(
        `cycles.${index}.parallelismOverrides`,
        want['parallelismOverrides'],
        isSame(applied, run.applied) ? undefined : applied,
      ),
      ...valueDifferences(
        `cycles.${index}.configChanges`,
        want['configChanges'],
        !isFirst && isSame(got.state.configChanges, run.state.configChanges) ? undefined : got.state.configChanges,
      ),
      ...valueDifferences(`cycles.${index}.events`, sortedEvents((want['events'] ?? []) as readonly unknown[]), eventsOf(got.events)),
    ],
  }
}

export const autoscalerCycle: GoldenFamily = {
  name: 'autoscaler-cycle',
  run: vector => {
    const { given, expect } = vector
    const first: Run = { state: emptyState, last: { configuration: given['configuration'] }, applied: {}, found: [] }
    const { state, found } = (given['cycles'] as readonly Fields[]).reduce(step(vector), first)
    return [
      ...found,
      ...valueDifferences('stateAfter', expect['stateAfter'], {
        scalingHistory: jsonOfHistory(state.history),
        scalingTracking: jsonOfTracking(state.tracking),
        delayedScaleDown: jsonOfDelayed(state.delayedScaleDown),
        parallelismOverrides: state.parallelismOverrides,
        ...('configChanges' in (expect['stateAfter'] as Fields) ? { configChanges: state.configChanges } : {}),
        samples: state.samples.map(({ at }) => at),
      }),
    ]
  },
}
