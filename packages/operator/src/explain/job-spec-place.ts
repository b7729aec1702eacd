import type { JsonObject } from '@flink-operator/core'
import { type KindName, kindNames } from '@flink-operator/kinds'

/** The kinds whose spec describes a job, with the path below `spec` of the object that has `job` and `restartNonce`. */
const places: Readonly<Partial<Record<KindName, readonly string[]>>> = {
  FlinkDeployment: [],
  FlinkSessionJob: [],
  FlinkBlueGreenDeployment: ['template', 'spec'],
}

/** The kinds that the job-editing commands accept. */
export const jobKinds: readonly KindName[] = kindNames.filter(kind => places[kind] !== undefined)

/** Those and FlinkApplication, which has no `job`: for commands that need none. */
export const applicationKinds: readonly KindName[] = [...jobKinds, 'FlinkApplication']

/** Path below `spec` at which a resource of this kind describes its job. */
export const jobSpecPlace = (kind: KindName): readonly string[] => places[kind] ?? []

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

/** The object at a path; an empty object if none exists. */
export const objectBelow = (object: JsonObject, path: readonly string[]): JsonObject => path.reduce(objectAt, object)

/** The object that has only `value`, at this path. */
export const nestedAt = (path: readonly string[], value: JsonObject): JsonObject =>
  path.reduceRight<JsonObject>((inner, key) => ({ [key]: inner }), value)
