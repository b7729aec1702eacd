import * as E from 'fp-ts/lib/Either.js'
import type { AdmissionRequest } from '../codec/admission-review.ts'
import { isJsonObject } from '../codec/is-json-object.ts'
import type { Env } from '../env.ts'
import { type AnyKind, kindNames, kindOf } from '../kinds.ts'
import type { KubernetesQuery } from '../query/query.ts'
import { decodeErrorText } from '../redaction/decode-error-text.ts'
import type { Finding } from '../resource/finding.ts'
import type { JsonObject } from '../resource/json.ts'
import type { Resource } from '../resource/resource.ts'
import { jsonEqual } from './json-equal.ts'
import { isCanary } from '../round/canary.ts'
import { reconcileOf } from '../round/decide.ts'

/** What this operator looks after. */
export interface Scope {
  /** Null: all namespaces. */
  readonly namespaces: readonly string[] | null
}

/** A request, as far as it can be judged without looking at other resources. */
export type Review =
  /** It passes, whatever it says. */
  | { readonly _tag: 'Passed'; readonly why: string; readonly warning: string | null }
  /** Nobody could work towards it. */
  | { readonly _tag: 'Unreadable'; readonly resource: JsonObject; readonly finding: Finding }
  | Readable

/** It was read, and can be judged. */
export interface Readable {
  readonly _tag: 'Readable'
  readonly kind: AnyKind
  /** As it is judged: the new spec with the status that is recorded. */
  readonly resource: JsonObject
  readonly decoded: Resource<unknown, unknown>
  readonly desired: unknown
  /** What stands in its specs and is never shown (P23). */
  readonly secrets: readonly string[]
  /** Its spec says what it said before: nothing of it is refused. */
  readonly isSpecOld: boolean
}

const passed = (why: string, warning: string | null = null): Review => ({ _tag: 'Passed', why, warning })

const objectAt = (value: JsonObject | null, field: string): JsonObject => {
  const inner = value?.[field]
  return isJsonObject(inner) ? inner : {}
}

const kindIn = ({ kind: { group, kind } }: AdmissionRequest): AnyKind | null =>
  kindNames.map(kindOf).find(({ type }) => type.kind === kind && type.group === group) ?? null

/**
 * The server drops what a write of the spec says of the status, some of it only after webhooks were asked: what is recorded is in the old
 * object, and a resource that is created has none.
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
 * What somebody is about to write, read. First match; nothing is refused that is no new spec, so that a resource can always be deleted,
 * labelled and paused, whatever its spec says:
 *
 * | request | |
 * |---|---|
 * | a subresource, a deletion | passes |
 * | of a kind, version or namespace that this operator does not look after | passes |
 * | a canary resource | passes (api-and-config.md, section 13.6) |
 * | its deletion was asked for: finalizers go | passes |
 * | it can't be read at all | refused where it is new or the spec is; else passes with a warning |
 * | its spec is as it was | judged, and never refused |
 * | a new spec | judged |
 *
 * `taken`: the object as the rounds will take it, after mutators; whether the spec is new is told by what was written.
 */
export const reviewOf = (request: AdmissionRequest, scope: Scope, env: Env, taken: JsonObject | null = request.object): Review => {
  const kind = kindIn(request)
  return kind === null ? passed('another kind') : unjudged(request, kind, scope) ?? read(request, kind, env, taken)
}

/** Null: it is judged. */
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

/** What has to be seen before it is judged. */
export const queriesOf = (review: Review): readonly KubernetesQuery[] =>
  review._tag === 'Readable' ? review.kind.admission.queries(review.decoded, review.desired) : []
