import { keysOf } from '../flink-configuration/option.ts'
import { autoscalerOptions } from './autoscaler-options.ts'
import { blueGreenOptions } from './blue-green-options.ts'
import { operatorPrefix } from './operator-option.ts'
import { type OptionTable, optionTable } from './option-table.ts'

const metrics = 'the names of metrics and the bounds of their buckets are fixed'
const cache = 'there is no such cache'

/**
 * Options of the reference operator that are accepted and that nothing in this version reads, and why. A configuration of that operator can
 * be taken over as it is; that an option does nothing is told (F24). A test compares this table with what the code reads.
 */
export const optionsWithoutEffect: Readonly<Partial<Record<keyof OptionTable, string>>> = {
  observerRestReadyDelay: 'READY is told by REST itself',
  configCacheSize: cache,
  configCacheTimeout: cache,
  clusterResourceViewRefreshInterval: "what the cluster's nodes have room for is not looked at",
  userArtifactsBaseDir: 'a jar goes straight to its cluster, and is not kept on the way',
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

/** Every spelling, and why it does nothing. */
const reasons: Readonly<Record<string, string>> = Object.fromEntries([
  ...rows,
  ...others({ timeout: autoscalerOptions.flinkRestClientTimeout }, 'kubernetes.operator.flink.client.timeout counts'),
  ...others(blueGreenOptions, 'only spec.configuration of a FlinkBlueGreenDeployment is read for it'),
])

/** Keys with these prefixes have parts of the user's own. */
const prefixes: readonly (readonly [string, string])[] = [
  ['metrics.', metrics],
  ['plugins.listeners.', 'it names Java classes; a listener of this version is a module of plugins.modules'],
].map(([prefix, why]) => [`${operatorPrefix}${prefix ?? ''}`, why ?? ''] as const)

/** Why a key of the operator does nothing in this version; null: it does, or it is none. */
export const whyWithoutEffect = (key: string): string | null =>
  (Object.hasOwn(reasons, key) ? reasons[key] : null) ?? prefixes.find(([prefix]) => key.startsWith(prefix))?.[1] ?? null

/** Every spelling of every option, of this version or not. */
export const everyOptionKey: readonly string[] = [
  ...Object.values(optionTable),
  ...Object.values(autoscalerOptions),
  ...Object.values(blueGreenOptions),
].flatMap(option => keysOf(option))
