import * as E from 'fp-ts/lib/Either.js'
import { decodeRecordedSpec } from '../codec/recorded-spec.ts'
import { parseJson } from '../codec/lossless-json.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { decodeFlinkDeployment } from '../codec/flink-deployment.ts'
import { specDiff } from '../spec-diff/spec-diff.ts'

/** What a person asks for by hand, beside what is deployed: it stays as it is, else a rollback would suspend, trigger or redeploy. */
const kept: readonly string[] = [
  'job.state',
  'job.upgradeMode',
  'job.savepointTriggerNonce',
  'job.checkpointTriggerNonce',
  'job.savepointRedeployNonce',
  'job.initialSavepointPath',
  'job.autoscalerResetNonce',
  'restartNonce',
]

/** Fields whose parts are changed one by one; of all others the whole field is put back. */
const fieldWise: readonly string[] = ['job', 'taskManager']

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** JSON merge patch (RFC 7396) that makes `to` of `from`; null and missing are the same in a spec. */
export const mergePatchTo = (from: Json, to: Json): Json => {
  if (!isObject(from) || !isObject(to)) return to
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return Object.fromEntries(keys.flatMap((key): readonly (readonly [string, Json])[] => {
    const [before, after] = [from[key] ?? null, to[key] ?? null]
    return isSame(before, after) ? [] : [[key, after === null ? null : mergePatchTo(before, after)]]
  }))
}

const partPatch = (from: JsonObject, to: JsonObject, parts: readonly string[]): JsonObject =>
  Object.fromEntries(parts.map(part => [part, mergePatchTo(from[part] ?? null, to[part] ?? null)]))

export interface StableSpecPatch {
  /** Merge patch of `spec`. */
  readonly patch: JsonObject
  /** What it changes, field by field. */
  readonly changes: readonly { readonly path: string; readonly from: Json; readonly to: Json }[]
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isObject(value) ? value : {}
}

const patchOf = (spec: JsonObject, stable: JsonObject, paths: readonly string[]): JsonObject => {
  const fields = [...new Set(paths.map(path => path.split('.')[0] ?? ''))]
  return Object.fromEntries(fields.map((field): readonly [string, Json] => {
    const parts = paths.filter(path => path.startsWith(`${field}.`)).map(path => path.slice(field.length + 1))
    return fieldWise.includes(field) && parts.length > 0 && isObject(spec[field])
      ? [field, partPatch(objectAt(spec, field), objectAt(stable, field), parts)]
      : [field, mergePatchTo(spec[field] ?? null, stable[field] ?? null)]
  }))
}

/**
 * The edit that takes a FlinkDeployment back to the last spec whose job was seen running (`status.reconciliationStatus.lastStableSpec`).
 * Left: there is none, or it can't be read. No changes: the spec is that one already.
 */
export const stableSpecPatch = (resource: JsonObject): E.Either<string, StableSpecPatch> => {
  const text = objectAt(objectAt(resource, 'status'), 'reconciliationStatus')['lastStableSpec']
  if (typeof text !== 'string') return E.left('no spec of it was stable yet: there is nothing to go back to')
  const [recorded, json, current] = [decodeRecordedSpec(text), parseJson(text), decodeFlinkDeployment(resource)]
  if (E.isLeft(recorded) || E.isLeft(json) || !isObject(json.right)) return E.left("its last stable spec can't be read")
  if (E.isLeft(current))
    return E.left(`it can't be read: ${current.left.path}: expected ${current.left.expected}, got ${current.left.found}`)
  const changes = specDiff(current.right.spec, recorded.right.spec, recorded.right.spec.mode ?? 'native').changes.filter(({ path }) =>
    !kept.includes(path)
  )
  const stable = isObject(json.right['spec']) ? json.right['spec'] : json.right
  return E.right({
    patch: patchOf(objectAt(resource, 'spec'), stable, changes.map(({ path }) => path)),
    changes: changes.map(({ path, from, to }) => ({ path, from, to })),
  })
}
