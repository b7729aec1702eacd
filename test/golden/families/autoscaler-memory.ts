import { withOverrides } from '../../../packages/core/src/autoscaler/apply/apply-parallelism.ts'
import { withConfigChanges } from '../../../packages/core/src/autoscaler/apply/apply-memory.ts'
import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import type { ConfigChanges } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { gateSegments, tunedMemory } from '../../../packages/core/src/autoscaler/tuning/tune-memory.ts'
import { memoryRecommendation } from '../../../packages/core/src/autoscaler/tuning/recommendation.ts'
import { shipStrategyOf } from '../../../packages/core/src/autoscaler/topology.ts'
import { flatten } from '../../../packages/core/src/flink/configuration/layers.ts'
import { parseMap } from '../../../packages/core/src/flink/configuration/value-text.ts'
import type { FlinkDeploymentSpec } from '../../../packages/core/src/contract/resource/flink-deployment-spec.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { eventsOf, sortedEvents } from './autoscaler-event.decode.ts'
import { metricsOfJson, numberOf, topologyOf } from './autoscaler-state.decode.ts'

const profile = '1.15.0'

type Fields = Readonly<Record<string, unknown>>

const nothing: ConfigChanges = { overrides: {}, removals: [] }

const tuning = ({ given, expect }: GoldenVector): readonly Difference[] => {
  const { configuration } = autoscalerConfiguration(given['configuration'] as Record<string, string>, profile)
  const changes = tunedMemory({
    configuration,
    flinkVersion: 'v1_20',
    topology: topologyOf(given['topology']),
    globalMetrics: metricsOfJson(given['globalMetrics']),
    changes: Object.fromEntries(Object.entries((given['newParallelism'] ?? {}) as Fields).map(([id, it]) => [id, numberOf(it)])),
  })
  const { overrides, removals } = changes === null || !configuration.memoryTuningEnabled ? nothing : changes
  return [
    ...valueDifferences('overrides', expect['overrides'], overrides),
    ...valueDifferences('removals', expect['removals'], removals),
    ...valueDifferences(
      'events',
      sortedEvents(expect['events'] as readonly unknown[]),
      eventsOf(changes === null ? [] : [memoryRecommendation(changes, configuration, profile)]),
    ),
  ]
}

const segments = ({ given, expect }: GoldenVector): readonly Difference[] =>
  valueDifferences(
    'segments',
    expect['segments'],
    gateSegments(numberOf(given['parallelism']), numberOf(given['connectedParallelism']), shipStrategyOf(String(given['shipStrategy'])), {
      perChannel: numberOf(given['buffersPerChannel']),
      floatingPerGate: numberOf(given['floatingBuffers']),
    }),
  )

const throwsOf = ({ expect }: GoldenVector): readonly Difference[] => [differenceOf('throws', expect['throws'], null)]

const specOf = ({ given }: GoldenVector): FlinkDeploymentSpec => (given['resource'] as { readonly spec: FlinkDeploymentSpec }).spec

const applyMemory = (vector: GoldenVector): readonly Difference[] => {
  const spec = specOf(vector)
  const applied = withConfigChanges(spec, vector.given['configChanges'] as ConfigChanges, null, profile)
  if (vector.expect['throws'] !== undefined) return throwsOf(vector)
  return [
    ...valueDifferences('flinkConfiguration', vector.expect['flinkConfiguration'], flatten(applied.flinkConfiguration)),
    ...valueDifferences('taskManagerResource', vector.expect['taskManagerResource'], applied.taskManager?.resource),
  ]
}

const key = 'pipeline.jobvertex-parallelism-overrides'

const applyParallelism = (vector: GoldenVector): readonly Difference[] => {
  const { given, expect } = vector
  const deployed = (given['lastReconciledSpec'] as FlinkDeploymentSpec | undefined)?.flinkConfiguration ?? null
  const applied = withOverrides(
    specOf(vector).flinkConfiguration,
    given['parallelismOverrides'] as Record<string, string>,
    deployed,
  ) as Readonly<
    Record<string, string>
  >
  if (expect['throws'] !== undefined) return throwsOf(vector)
  const wanted = String(expect[key])
  const old = deployed?.[key]
  // the text of the deployed spec is taken as it is; else the order is that of a Java map
  return old === wanted && wanted !== applied[key] ? [differenceOf(key, wanted, applied[key])]
    : valueDifferences(key, parseMap(wanted), parseMap(applied[key] ?? ''))
}

const runners = { segments, 'apply-memory': applyMemory, 'apply-parallelism': applyParallelism }

export const autoscalerMemory: GoldenFamily = {
  name: 'autoscaler-memory',
  run: vector => {
    const what = vector.given['what'] as keyof typeof runners | undefined
    return what === undefined ? tuning(vector) : runners[what](vector)
  },
}
