import { keysOf } from '../flink/configuration/option.ts'
import { autoscalerOptions } from './autoscaler-options.ts'
import { blueGreenOptions } from './blue-green-options.ts'
import { operatorPrefix } from './operator-option.ts'
import { type OptionTable, optionTable } from './option-table.ts'

const metrics = 'metric names and bucket bounds are fixed'
const cache = 'this operator has no such cache'

/**
 * Options of the reference operator that this version accepts but never reads, with the reason. Users can keep a configuration of the
 * reference operator unchanged; the operator reports the options without effect (F24). A test compares this table with the code.
 */
export const optionsWithoutEffect: Readonly<Partial<Record<keyof OptionTable, string>>> = {
  observerRestReadyDelay: 'READY is derived from the REST API directly',
  configCacheSize: cache,
  configCacheTimeout: cache,
  userArtifactsBaseDir: 'the operator passes a jar directly to its cluster and stores no copy',
  metricsHistogramSampleSize: metrics,
  metricsScopeK8soperatorSystem: metrics,
  metricsScopeK8soperatorResourcens: metrics,
  metricsScopeK8soperatorResource: metrics,
}

const rows = Object.entries(optionTable).flatMap(([name, option]): readonly (readonly [string, string])[] => {
  const why = (optionsWithoutEffect as Readonly<Record<string, string | undefined>>)[name]
  return why === undefined ? [] : keysOf(option).map(key => [key, why] as const)
})
const others = (
  options: Readonly<Record<string, { readonly key: string; readonly aliases: readonly string[] }>>,
  why: string,
): readonly (readonly [string, string])[] =>
  Object.values(options).flatMap(({ key, aliases }) => [key, ...aliases].map(it => [it, why] as const))

/** Every spelling of these options, with the reason. */
const reasons: Readonly<Record<string, string>> = Object.fromEntries([
  ...rows,
  ...others({ timeout: autoscalerOptions.flinkRestClientTimeout }, 'kubernetes.operator.flink.client.timeout counts'),
  ...others(blueGreenOptions, 'it is read only from spec.configuration of a FlinkBlueGreenDeployment'),
])

/** Prefixes of keys that contain names chosen by the user. */
const prefixes: readonly (readonly [string, string])[] = [
  ['metrics.', metrics],
  ['plugins.listeners.', 'it names Java classes; a listener of this version is a module of plugins.modules'],
].map(([prefix, why]) => [`${operatorPrefix}${prefix ?? ''}`, why ?? ''] as const)

/** Why a key of the operator has no effect in this version; null: it has an effect, or it is not a key of the operator. */
export const whyWithoutEffect = (key: string): string | null =>
  (Object.hasOwn(reasons, key) ? reasons[key] : null) ?? prefixes.find(([prefix]) => key.startsWith(prefix))?.[1] ?? null

/** Every spelling of every option, including the options without effect. */
export const everyOptionKey: readonly string[] = [
  ...Object.values(optionTable),
  ...Object.values(autoscalerOptions),
  ...Object.values(blueGreenOptions),
].flatMap(option => keysOf(option))
