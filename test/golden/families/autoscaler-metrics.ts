import * as E from 'fp-ts/lib/Either.js'
import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import { collect } from '../../../packages/core/src/autoscaler/sample/collect.ts'
import type { AggregatedMetric, FlinkAnswers, VertexAnswer } from '../../../packages/core/src/autoscaler/sample/vertex-metrics.ts'
import { printStoredTime } from '../../../packages/core/src/autoscaler/state/stored-time.ts'
import { type JobTopology, shipStrategyOf } from '../../../packages/core/src/autoscaler/topology.ts'
import { differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { numberOf, samplesOf, storedTime } from './autoscaler-state.decode.ts'

type Fields = Readonly<Record<string, unknown>>

const list = (json: unknown): readonly Fields[] => (json ?? []) as readonly Fields[]
const orNull = (json: unknown): number | null => (json === undefined || json === null ? null : numberOf(json))

const aggregated = ({ id, min, max, avg, sum }: Fields): AggregatedMetric => ({
  id: String(id),
  min: orNull(min),
  max: orNull(max),
  avg: orNull(avg),
  sum: orNull(sum),
})

const vertexAnswer = (node: Fields, vertex: Fields, metrics: readonly Fields[]): VertexAnswer => {
  const counters = (vertex['metrics'] ?? {}) as Fields
  return {
    id: String(node['id']),
    parallelism: numberOf(vertex['parallelism'] ?? node['parallelism']),
    maxParallelism: numberOf(vertex['maxParallelism']),
    slotSharingGroup: (vertex['slotSharingGroupId'] ?? null) as string | null,
    isFinished: vertex['status'] === 'FINISHED',
    inputs: list(node['inputs']).map(it => ({
      id: String(it['id']),
      shipStrategy: shipStrategyOf((it['ship_strategy'] ?? null) as string | null),
    })),
    readRecords: numberOf(counters['read-records']),
    writeRecords: numberOf(counters['write-records']),
    accumulatedBusyTime: numberOf(counters['accumulated-busy-time']),
    isComplete: counters['read-records-complete'] !== false && counters['write-records-complete'] !== false,
    metrics: metrics.map(aggregated),
  }
}

const gc = 'Status.JVM.GarbageCollector.All.TimeMsPerSecond'
const asked = [
  'Status.JVM.Memory.Heap.Max',
  'Status.JVM.Memory.Heap.Used',
  'Status.Flink.Memory.Managed.Used',
  'Status.JVM.Memory.Metaspace.Used',
  gc,
]

/** Flink answers nothing where it does not know a name that is asked for: then it is asked without the last one. */
const taskManagerAnswer = (rest: Fields): readonly AggregatedMetric[] => {
  const known = list(rest['taskManagerMetrics']).map(aggregated)
  const answer = (names: readonly string[]): readonly AggregatedMetric[] => {
    const found = known.filter(({ id }) => names.includes(id))
    return (rest['allOrNothing'] ?? true) === true && found.length < names.length ? [] : found
  }
  const all = answer(asked)
  return all.length > 0 ? all : answer(asked.filter(name => name !== gc))
}

const answersOf = (rest: Fields): FlinkAnswers => {
  const job = rest['job'] as Fields
  const metrics = (rest['vertexMetrics'] ?? {}) as Readonly<Record<string, readonly Fields[]>>
  const running = ((job['timestamps'] ?? {}) as Fields)['RUNNING']
  return {
    runningSince: orNull(running),
    vertices: list(((job['plan'] ?? {}) as Fields)['nodes']).map(node =>
      vertexAnswer(node, list(job['vertices']).find(({ id }) => id === node['id']) ?? {}, metrics[String(node['id'])] ?? [])
    ),
    jobManager: Object.fromEntries(list(rest['jobManagerMetrics']).map(({ id, value }) => [String(id), numberOf(value)])),
    taskManager: taskManagerAnswer(rest),
  }
}

const byId = <A extends { readonly id?: unknown }>(its: readonly A[]): Readonly<Record<string, A>> =>
  Object.fromEntries(its.map(it => [String(it.id), it]))

const jsonOfTopology = ({ vertices }: JobTopology): readonly Fields[] =>
  vertices.map(({ id, parallelism, maxParallelism, inputs, sourcePartitions, slotSharingGroup, isFinished }) => ({
    id,
    parallelism,
    maxParallelism,
    inputs: Object.fromEntries(inputs.map(it => [it.id, it.shipStrategy])),
    ...(sourcePartitions === null ? {} : { sourcePartitions }),
    ...(slotSharingGroup === null ? {} : { slotSharingGroup }),
    ...(isFinished ? { finished: true } : {}),
  }))

const texts = (values: Readonly<Record<string, number>>): Fields =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number.isFinite(value) ? value : String(value)]))

/** The reference's exceptions whose text is Java's own, or ours. */
const isJavaError = (name: unknown): boolean => name === 'java.lang.NullPointerException'

export const autoscalerMetrics: GoldenFamily = {
  name: 'autoscaler-metrics',
  run: ({ given, expect }: GoldenVector) => {
    const { configuration } = autoscalerConfiguration(given['configuration'] as Readonly<Record<string, string>>, '1.15.0')
    const got = collect({
      answers: answersOf(given['rest'] as Fields),
      window: samplesOf(given['history']),
      configuration,
      profile: '1.15.0',
      now: storedTime(given['now']).at,
    })
    if (E.isLeft(got)) {
      const { tag, message } = got.left
      return [
        ...valueDifferences('isNotReady', String(expect['throws']).endsWith('.NotReadyException'), tag === 'NotReady'),
        ...(isJavaError(expect['throws']) || String(expect['message']).endsWith(message) ? []
          : [differenceOf('message', expect['message'], message)]),
      ]
    }
    if (expect['throws'] !== undefined) return [differenceOf('throws', expect['throws'], null)]
    const { window, isFull, runningSince, topology, excluded } = got.right
    const sample = window.at(-1)
    const allExcluded = [...new Set([...configuration.vertexExcludeIds, ...excluded])].sort()
    return [
      ...valueDifferences('sample', expect['sample'], {
        vertexMetrics: Object.fromEntries(Object.entries(sample?.vertices ?? {}).map(([id, values]) => [id, texts(values)])),
        globalMetrics: texts(sample?.global ?? {}),
      }),
      ...valueDifferences('samples', expect['samples'], window.map(({ at }) => printStoredTime({ at }))),
      ...valueDifferences('fullyCollected', expect['fullyCollected'], isFull),
      ...valueDifferences('jobRunning', expect['jobRunning'], printStoredTime({ at: runningSince })),
      ...valueDifferences('topology', byId(list(expect['topology'])), byId(jsonOfTopology(topology))),
      ...valueDifferences('excluded', [...(expect['excluded'] as readonly string[])].sort(), allExcluded),
    ]
  },
}
