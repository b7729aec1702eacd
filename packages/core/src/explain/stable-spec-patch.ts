import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { decodeBlueGreenSpec, decodeFlinkBlueGreenDeployment } from '../kind/flink-blue-green-deployment/blue-green-codec.ts'
import { decodeFlinkDeployment } from '../crd/flink-deployment.ts'
import { decodeFlinkSessionJob } from '../kind/flink-session-job/flink-session-job-codec.ts'
import { parseJson } from '../crd/lossless-json.ts'
import { decodeRecordedSessionJob, decodeRecordedSpec } from '../crd/recorded-spec.ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { sessionJobSpecDiff } from '../kind/flink-session-job/session-job-spec-diff.ts'
import { specDiff, type SpecDiff } from '../spec/diff/spec-diff.ts'

/** Fields with manual requests of the user. They stay unchanged, otherwise the rollback would suspend, trigger or redeploy. */
const asked: readonly string[] = [
  'job.state',
  'job.upgradeMode',
  'job.savepointTriggerNonce',
  'job.checkpointTriggerNonce',
  'job.savepointRedeployNonce',
  'job.initialSavepointPath',
  'job.autoscalerResetNonce',
  'restartNonce',
]

/** Fields that are restored part by part. All other fields are restored as a whole. */
const fieldWise: readonly string[] = ['job', 'taskManager']

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** JSON merge patch (RFC 7396) that turns `from` into `to`. Null and missing are equal in a spec. */
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

/** The edit that restores the last stable spec of a resource. */
export interface StableSpecPatch {
  /** Merge patch of `spec`. */
  readonly patch: JsonObject
  /** Its changes, field by field. */
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

/** Where a kind records its last stable spec, and how to compare it with the current spec. */
interface Kept {
  /** Path below `status`. */
  readonly recordAt: readonly string[]
  /** Path of the changed part, below `spec`. */
  readonly specAt: readonly string[]
  /** Message if no spec is recorded yet. */
  readonly none: string
  readonly diff: (resource: JsonObject, record: string) => E.Either<DecodeError, E.Either<string, SpecDiff>>
}

const unread = "its last stable spec can't be read"

const lastStable = ['reconciliationStatus', 'lastStableSpec']
const noneStable = 'no spec of it was stable yet: there is nothing to roll back to'

const kinds: Readonly<Record<string, Kept>> = {
  FlinkDeployment: {
    recordAt: lastStable,
    specAt: [],
    none: noneStable,
    diff: (resource, record) =>
      pipe(
        decodeFlinkDeployment(resource),
        E.map(({ spec: now }) =>
          pipe(decodeRecordedSpec(record), E.bimap(() => unread, ({ spec }) => specDiff(now, spec, spec.mode ?? 'native')))
        ),
      ),
  },
  FlinkSessionJob: {
    recordAt: lastStable,
    specAt: [],
    none: noneStable,
    diff: (resource, record) =>
      pipe(
        decodeFlinkSessionJob(resource),
        E.map(({ spec: now }) =>
          pipe(decodeRecordedSessionJob(record), E.bimap(() => unread, ({ spec }) => sessionJobSpecDiff(now, spec, 'native')))
        ),
      ),
  },
  // a completed switch can not be reverted: the record is the spec of the active side (E-32)
  FlinkBlueGreenDeployment: {
    recordAt: ['lastReconciledSpec'],
    specAt: ['template', 'spec'],
    none: 'no spec of it was active yet: there is nothing to roll back to',
    diff: (resource, record) =>
      pipe(
        decodeFlinkBlueGreenDeployment(resource),
        E.map(({ spec: { template: now } }) => {
          const served = decodeBlueGreenSpec(record)
          if (E.isLeft(served) || served.right.template === null || served.right.template.spec === null) return E.left(unread)
          const { spec } = served.right.template
          return now === null || now.spec === null ? E.left('it has no spec.template.spec')
            : E.right(specDiff(now.spec, spec, spec.mode ?? 'native'))
        }),
      ),
  },
}

const below = (object: JsonObject, path: readonly string[]): JsonObject => path.reduce(objectAt, object)

/**
 * The edit that restores the last stable spec of a resource (`status.reconciliationStatus.lastStableSpec`); for a FlinkBlueGreenDeployment
 * the spec of its active side. Patch and paths are relative to `spec`, for a FlinkBlueGreenDeployment to `spec.template.spec`. Left: no
 * such spec is recorded, or it can't be read. No changes: the spec is already the stable one.
 */
export const stableSpecPatch = (resource: JsonObject): E.Either<string, StableSpecPatch> => {
  const { kind } = resource
  const kept = typeof kind === 'string' ? kinds[kind] : undefined
  if (kept === undefined) return E.left('it has no job spec to roll back to')
  const text = below(objectAt(resource, 'status'), kept.recordAt.slice(0, -1))[kept.recordAt.at(-1) ?? '']
  if (typeof text !== 'string') return E.left(kept.none)
  const json = parseJson(text)
  if (E.isLeft(json) || !isObject(json.right)) return E.left(unread)
  const compared = kept.diff(resource, text)
  if (E.isLeft(compared)) {
    const { path, expected, found } = compared.left
    return E.left(`it can't be read: ${path}: expected ${expected}, got ${found}`)
  }
  if (E.isLeft(compared.right)) return compared.right
  const changes = compared.right.right.changes.filter(({ path }) => !asked.includes(path))
  const stable = below(isObject(json.right['spec']) ? json.right['spec'] : json.right, kept.specAt)
  return E.right({
    patch: patchOf(below(objectAt(resource, 'spec'), kept.specAt), stable, changes.map(({ path }) => path)),
    changes: changes.map(({ path, from, to }) => ({ path, from, to })),
  })
}
