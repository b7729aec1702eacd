import { isJsonObject } from '../crd/is-json-object.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { AdmissionRequest } from '../crd/admission-review.ts'
import type { Env } from '../contract/env.ts'
import type { AnyKind, KindTable } from '../contract/round/kind.ts'
import type { KubernetesQuery } from '../contract/query/query.ts'
import { decodeErrorText } from '../contract/redaction/cut-redacted.ts'
import type { Finding } from '../contract/resource/finding.ts'
import type { Resource } from '../contract/resource/resource.ts'
import { isCanary } from '../contract/round/canary.ts'
import { reconcileOf } from '../contract/round/decide.ts'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** True if both are equal; the order of fields does not count. */
export const jsonEqual = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true
  if (isList(a) && isList(b)) return a.length === b.length && a.every((item, index) => jsonEqual(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && jsonEqual(a[key], b[key]))
}

/** The resources that this operator manages. */
export interface Scope {
  /** Null: all namespaces. */
  readonly namespaces: readonly string[] | null
}

/** A request, evaluated without queries of other resources. */
export type Review =
  /** The request passes without validation. */
  | { readonly _tag: 'Passed'; readonly why: string; readonly warning: string | null }
  /** The resource does not decode, so the operator could never deploy it. */
  | { readonly _tag: 'Unreadable'; readonly resource: JsonObject; readonly finding: Finding }
  | Readable

/** The resource was decoded and can be validated. */
export interface Readable {
  readonly _tag: 'Readable'
  readonly kind: AnyKind
  /** The resource to validate: the new spec with the recorded status. */
  readonly resource: JsonObject
  readonly decoded: Resource<unknown, unknown>
  readonly desired: unknown
  /** Secrets in its specs, which are never shown (P23). */
  readonly secrets: readonly string[]
  /** True if the write does not change the spec: then it is never rejected. */
  readonly isSpecOld: boolean
}

const passed = (why: string, warning: string | null = null): Review => ({ _tag: 'Passed', why, warning })

const objectAt = (value: JsonObject | null, field: string): JsonObject => {
  const inner = value?.[field]
  return isJsonObject(inner) ? inner : {}
}

const kindIn = (kinds: KindTable, { kind: { group, kind } }: AdmissionRequest): AnyKind | null =>
  Object.values(kinds).find(({ type }) => type.kind === kind && type.group === group) ?? null

/**
 * The resource as it will be stored. The API server drops the status from a write of the spec, partly only after it called webhooks: so the
 * recorded status is that of the old object. A new resource has no status.
 */
const asWritten = ({ operation, object, oldObject, namespace, name }: AdmissionRequest): JsonObject => {
  const { status: _dropped, ...rest } = object ?? {}
  const status = operation === 'UPDATE' ? oldObject?.['status'] : undefined
  return {
    ...rest,
    metadata: { namespace, ...(name === '' ? {} : { name }), ...objectAt(object, 'metadata') },
    ...(status === undefined ? {} : { status }),
  }
}

/**
 * Decides how to handle a write request; the first match applies. Only a new spec can be rejected, so that users can always delete, label
 * and pause a resource, even if its spec is invalid:
 *
 * | request | |
 * |---|---|
 * | a subresource, a deletion | passes |
 * | of a kind, version or namespace that this operator does not manage | passes |
 * | a canary resource | passes (api-and-config.md, section 13.6) |
 * | of a resource in deletion: finalizers are removed | passes |
 * | the resource does not decode | rejected if the resource or its spec is new; else passes with a warning |
 * | the spec is unchanged | validated, and never rejected |
 * | a new spec | validated |
 *
 * `kinds`: the kinds that this operator manages. `taken`: the object as the rounds will see it, after mutators. Whether the spec is new
 * depends on the written object.
 */
export const reviewOf = (
  kinds: KindTable,
  request: AdmissionRequest,
  scope: Scope,
  env: Env,
  taken: JsonObject | null = request.object,
): Review => {
  const kind = kindIn(kinds, request)
  return kind === null ? passed('another kind') : unjudged(request, kind, scope) ?? read(request, kind, env, taken)
}

/** The result of a request that is not validated; null: it is validated. */
const unjudged = (request: AdmissionRequest, { type }: AnyKind, { namespaces }: Scope): Review | null => {
  const { operation, subResource, namespace, object } = request
  if (subResource !== '') return passed(`subresource ${subResource}`)
  if (operation !== 'CREATE' && operation !== 'UPDATE') return passed(operation)
  if (namespaces !== null && !namespaces.includes(namespace)) return passed('another namespace')
  const metadata = objectAt(object, 'metadata')
  if (isCanary(object)) return passed('a canary resource')
  if (metadata['deletionTimestamp'] != null) return passed('it is being deleted')
  const { version } = request.kind
  return version === type.version ? null
    : passed('another version', `not validated: this operator reads version ${type.version} of ${type.kind}, and this is ${version}`)
}

const read = (request: AdmissionRequest, kind: AnyKind, env: Env, taken: JsonObject | null): Review => {
  const { operation, object, oldObject } = request
  const resource = asWritten({ ...request, object: taken })
  const isSpecOld = operation === 'UPDATE' && jsonEqual(object?.['spec'] ?? null, oldObject?.['spec'] ?? null)
  const decoded = kind.decode(resource)
  if (E.isLeft(decoded)) {
    const message = decodeErrorText(decoded.left, resource)
    return isSpecOld || (operation === 'UPDATE' && decoded.left.path.startsWith('status'))
      ? passed('unreadable', `not validated, it can't be read: ${message}`)
      : { _tag: 'Unreadable', resource, finding: { severity: 'Error', field: decoded.left.path, message } }
  }
  const { desired, secrets } = reconcileOf(kind, decoded.right, env)
  return { _tag: 'Readable', kind, resource, decoded: decoded.right, desired, secrets, isSpecOld }
}

/** The queries that the validation needs. */
export const queriesOf = (review: Review): readonly KubernetesQuery[] =>
  review._tag === 'Readable' ? review.kind.admission.queries(review.decoded, review.desired) : []
