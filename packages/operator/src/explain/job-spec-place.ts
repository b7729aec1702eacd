import type { JsonObject } from '@flink-operator/core'
import { type KindName, kindNames } from '@flink-operator/core/kinds'

/** Kinds whose spec says what a job is, and where below `spec` it does: what stands there has `job` and `restartNonce`. */
const places: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  FlinkDeployment: [],
  FlinkSessionJob: [],
  FlinkBlueGreenDeployment: ['template', 'spec'],
}

/** The kinds that the commands take which edit a job. */
export const jobKinds: readonly KindName[] = kindNames.filter(kind => places[kind] !== undefined)

/** Those, and FlinkApplication, which has no `job`: for commands that do without. */
export const applicationKinds: readonly KindName[] = [...jobKinds, 'FlinkApplication']

/** Where below `spec` a resource of this kind says what its job is. */
export const jobSpecPlace = (kind: KindName): readonly string[] => places[kind] ?? []

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

/** What stands at a path; an empty object: nothing does. */
export const objectBelow = (object: JsonObject, path: readonly string[]): JsonObject => path.reduce(objectAt, object)

/** The object that has `value` at this path, and nothing else. */
export const nestedAt = (path: readonly string[], value: JsonObject): JsonObject =>
  path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), value)
