import type { JsonObject } from '@flink-operator/core'
import { defaultProfile, type LoadDocument } from '@flink-operator/core/autoscaler'
import { flattenConfiguration } from '@flink-operator/core/flink-configuration'
import { autoscalerKey, type PlannedOptions, plannedOptions } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'

/** One configuration to simulate. */
export interface Wanted {
  readonly name: string
  readonly options: PlannedOptions
}

/** Options as they stand in a document. `isWhole`: it is the configuration of a resource, not a map of some options. */
export interface GivenOptions {
  readonly configuration: JsonObject
  readonly isWhole: boolean
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A map of options, in which `job.autoscaler.` may be left out. A map without any option of the autoscaler is a mistake. */
const mapOf = (place: string, map: JsonObject): E.Either<string, GivenOptions> => {
  const entries = Object.entries(flattenConfiguration(map)).map(([key, value]) => [key, autoscalerKey(key), value] as const)
  const unknown = entries.filter(([, known]) => known === null).map(([key]) => key)
  return entries.length > 0 && unknown.length === entries.length
    ? E.left(`${place} has no option of the autoscaler, but ${unknown.slice(0, 3).join(', ')}${unknown.length > 3 ? ' …' : ''}`)
    : E.right({ configuration: Object.fromEntries(entries.map(([key, known, value]) => [known ?? key, value])), isWhole: false })
}

/** `spec.flinkConfiguration` of a resource, or a map of options. `name`: of the text or file that holds the documents. */
export const configurationIn = (name: string, documents: readonly LoadDocument[]): E.Either<string, GivenOptions> => {
  const [first, ...others] = documents
  if (first === undefined || others.length > 0) return E.left(`${name} has ${documents.length} documents: expected one`)
  if (!isObject(first.json)) return E.left(`${name} is no map of options and no resource`)
  const { kind, spec } = first.json
  if (kind === undefined) return mapOf(name, first.json)
  if (kind !== 'FlinkDeployment' && kind !== 'FlinkSessionJob')
    return E.left(`${name} is of kind ${JSON.stringify(kind)}: expected a FlinkDeployment, a FlinkSessionJob or a map of options`)
  const configuration = isObject(spec) ? spec['flinkConfiguration'] ?? {} : {}
  return isObject(configuration) ? E.right({ configuration, isWhole: true }) : E.left(`${name}: spec.flinkConfiguration is no map`)
}

/** Options by their full keys, over those of a document, as if the autoscaler were on. */
export const wantedOf = (name: string, configuration: JsonObject, over: Readonly<Record<string, string>>): Wanted => ({
  name,
  options: plannedOptions(configuration, over, defaultProfile),
})

/** Errors and advice about the options, a line each; with an error nothing is simulated. */
export const findingsOf = (wanted: readonly Wanted[]): { readonly errors: readonly string[]; readonly advice: readonly string[] } => {
  const all = wanted.flatMap(({ options }) => options.findings)
  const lines = (severity: 'Error' | 'Advice'): readonly string[] => [
    ...new Set(all.filter(it => it.severity === severity).map(({ message }) => message)),
  ]
  return { errors: lines('Error'), advice: lines('Advice') }
}
