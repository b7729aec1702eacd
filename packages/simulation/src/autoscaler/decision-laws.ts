import type { AnyAction, Decided } from '../kind/any-kind.ts'
import { parseMap } from '@flink-operator/core/flink-configuration'
import type { JobDetails, Fact } from '@flink-operator/core/fact'
import type { CanonicalHash } from '../checker/canonical-hash.ts'
import type { JobResource } from '../world/resources.ts'
import type { Breach } from '../world/world.ts'

/** The overrides that a list stores; null: it stores none. */
const overridesStored = (actions: readonly AnyAction[]): string | null => {
  for (const action of actions)
    if (action._tag === 'WriteAutoscalerState' && typeof action.data['parallelismOverrides'] === 'string')
      return action.data['parallelismOverrides']
  return null
}

/** Two decisions are alike only if they store the same overrides. */
export const hashScalingDecided = (canonical: CanonicalHash, actions: readonly AnyAction[]): void => {
  const overrides = overridesStored(actions)
  if (overrides !== null) canonical.field(overrides)
}

interface Limits {
  readonly least: number
  readonly most: number
  readonly partitions: Readonly<Record<string, number>>
}

const numberIn = (configuration: Readonly<Record<string, unknown>>, key: string, otherwise: number): number => {
  const value = configuration[`job.autoscaler.${key}`]
  return value === undefined ? otherwise : Number(value)
}

const limitsIn = (configuration: Readonly<Record<string, unknown>>): Limits => ({
  least: numberIn(configuration, 'vertex.min-parallelism', 1),
  most: numberIn(configuration, 'vertex.max-parallelism', 200),
  partitions: {},
})

/** How far a decision leaves the limits; null: it does not. A vertex outside the limits need not change. */
const beyondLimits = (overrides: string, details: JobDetails, { least, most }: Limits): string | null => {
  for (const [id, text] of Object.entries(parseMap(overrides) ?? {})) {
    const vertex = details.vertices.find(it => it.id === id)
    const names = details.metricNames[id] ?? []
    const partitions = names.filter(it => it.endsWith('.currentOffset')).length
    const [next, current] = [Number(text), vertex?.parallelism ?? 0]
    if (next > Math.max(most, current)) return `${id} gets parallelism ${next}, and ${most} is the largest allowed`
    if (next < Math.min(least, current)) return `${id} gets parallelism ${next}, and ${least} is the least allowed`
    if (partitions > 0 && next > Math.max(partitions, current)) return `${id} gets parallelism ${next} for ${partitions} partitions`
  }
  return null
}

/** Are these the parallelisms that the job runs with? Then they are written where the stored ones can't be read, and scale nothing. */
const isAsItRuns = (overrides: string, { vertices }: JobDetails): boolean =>
  Object.entries(parseMap(overrides) ?? {}).every(([id, text]) => vertices.find(it => it.id === id)?.parallelism === Number(text))

const total = (overrides: string): number => Math.max(0, ...Object.values(parseMap(overrides) ?? {}).map(Number))

/** The laws of a decision to scale: limits (P28), an autoscaler that is off (P29), an operation that is under way (P30). */
export const breachesOfScaling = ({ resource, facts, observed, actions }: Decided): readonly Breach[] => {
  const overrides = overridesStored(actions)
  if (overrides === null) return []
  const { spec: { flinkConfiguration }, status } = resource as unknown as JobResource
  const found: Breach[] = []
  const configuration: Readonly<Record<string, unknown>> = flinkConfiguration
  const details = (facts as { readonly jobDetails?: Fact<JobDetails> }).jobDetails
  if (details?._tag === 'Known' && isAsItRuns(overrides, details.value)) return []
  const beyond = details?._tag === 'Known' ? beyondLimits(overrides, details.value, limitsIn(configuration)) : 'the job was not looked at'
  if (beyond !== null) found.push({ property: 'P28', what: `a scaling is decided beyond its limits: ${beyond}` })
  if (configuration['job.autoscaler.excluded.periods'] !== undefined)
    found.push({ property: 'P28', what: 'a scaling is decided in an excluded period' })
  const cpu = numberIn(configuration, 'quota.cpu', Infinity)
  if (total(overrides) > cpu) found.push({ property: 'P28', what: `a scaling is decided that needs more than ${cpu} CPUs` })
  if (configuration['job.autoscaler.enabled'] !== 'true')
    found.push({ property: 'P29', what: 'a scaling is decided although the autoscaler is off' })
  if (status.operation !== null) found.push({ property: 'P30', what: 'a scaling is decided while an operation is under way' })
  if ((observed as { readonly status: JobResource['status'] }).status.jobStatus.state !== 'RUNNING')
    found.push({ property: 'P30', what: 'a scaling is decided while the job does not run' })
  return found
}
