import type { OwnerReference, ResourceMeta, Resource } from '../contract/resource/resource.ts'
import { listOf, mapOf } from './collection-type.ts'
import { objectOf } from './object-type.ts'
import { instant, integer, text } from './scalar-type.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import { decodeAt, preview, unreadAt } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'
import { notTooDeep } from './nesting.ts'
import { trimmed, withinBounds } from './spec-bounds.ts'

const ownerReference = objectOf<OwnerReference>('ownerReference', {
  kind: { type: text, default: '', doc: 'Kind.' },
  name: { type: text, default: '', doc: 'Name.' },
  uid: { type: text, default: '', doc: 'uid.' },
})

/** `metadata`. Only the name is required: a manifest that was never applied may have no other field. */
export const resourceMeta = objectOf<Omit<ResourceMeta, 'apiVersion' | 'kind'>>('metadata', {
  namespace: { type: text, default: 'default', doc: 'Namespace.' },
  name: { type: text, required: true, doc: 'Name.' },
  uid: { type: text, default: '', doc: 'uid.' },
  generation: { type: integer, default: 0, doc: 'Generation of the spec.' },
  resourceVersion: { type: text, default: '', doc: 'Version of the whole resource.' },
  creationTimestamp: { type: instant, default: 0, doc: 'When it was created.' },
  deletionTimestamp: { type: instant, default: null, doc: 'When its deletion was requested.' },
  finalizers: { type: listOf(text), default: [], doc: 'Finalizers.' },
  labels: { type: mapOf(text), default: {}, doc: 'Labels.' },
  annotations: { type: mapOf(text), default: {}, doc: 'Annotations.' },
  ownerReferences: { type: listOf(ownerReference), default: undefined, doc: 'Owners.' },
})

/** Name and types of a kind of custom resource. */
export interface ResourceCodec<Spec, Status> {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: ValueType<Spec>
  /** The same, but a field that does not decode gets its default. For specs that do not decode as a whole. */
  readonly specByField: ValueType<Spec>
  readonly status: ValueType<Status>
}

const named = (field: string, found: unknown, expected: string): E.Either<DecodeError, string> =>
  found === undefined || found === null || found === expected
    ? E.right(expected)
    : E.left({ path: field, found: preview(found), expected })

/** An absent part counts as an object without fields. */
const orEmpty = (json: unknown): unknown => json ?? {}

interface Part<A> {
  readonly value: A
  readonly unread: readonly DecodeError[]
}

/**
 * Decodes a spec. A spec that exceeds its bounds or does not decode as a whole is decoded field by field: the operator does not deploy it,
 * but can still observe and delete the resource. Long values of a spec that is too large are dropped.
 */
const specPart = <Spec>(
  { spec, specByField }: Pick<ResourceCodec<Spec, unknown>, 'spec' | 'specByField'>,
  json: unknown,
): E.Either<DecodeError, Part<Spec>> =>
  pipe(
    withinBounds('spec', json),
    E.match(
      error => E.left({ error, rest: fieldsOf(trimmed(json)) }),
      () => pipe(decodeAt('spec', spec, json), E.mapLeft(error => ({ error, rest: fieldsOf(json) }))),
    ),
    E.match(
      ({ error, rest }) => pipe(decodeAt('spec', specByField, rest), E.map(value => ({ value, unread: [briefly(error)] }))),
      value => E.right({ value, unread: [] }),
    ),
  )

/** A value that is not an object counts as an object without fields. */
const fieldsOf = (json: unknown): unknown => (isJsonObject(json) ? json : {})

/** Hides the content of an object or list in an error: it may contain secrets (P23). */
const briefly = (
  error: DecodeError,
): DecodeError => (/^[{[]../u.test(error.found) ? { ...error, found: error.found.startsWith('{') ? 'an object' : 'a list' } : error)

/** Errors of the fields in a decoded status that got a stand-in; one error if the status is not an object. */
const unreadOf = <Status>(type: ValueType<Status>, json: unknown): readonly DecodeError[] =>
  json == null ? [] : isJsonObject(json) ? (type.unreadIn?.(json, 'status') ?? []) : unreadAt('status', type, json)

const statusPart = <Status>(type: ValueType<Status>, json: unknown): E.Either<DecodeError, Part<Status>> =>
  pipe(
    decodeAt('status', type, isJsonObject(json) ? json : {}),
    E.map(value => ({ value, unread: unreadOf(type, json).map(briefly) })),
  )

/**
 * Decodes a custom resource from the API server, part by part. Fails only if the resource can't be identified, or if its status is nested
 * too deeply to be written back.
 */
export const decodeResource = <Spec, Status>(
  type: ResourceCodec<Spec, Status>,
  json: unknown,
): E.Either<DecodeError, Resource<Spec, Status>> =>
  isJsonObject(json)
    ? pipe(
      notTooDeep({ metadata: json['metadata'] ?? null, status: json['status'] ?? null }),
      E.map(() => ({})),
      E.apS('kind', named('kind', json['kind'], type.kind)),
      E.apS('apiVersion', named('apiVersion', json['apiVersion'], type.apiVersion)),
      E.apS('metadata', decodeAt('metadata', resourceMeta, orEmpty(json['metadata']))),
      E.apS('spec', specPart(type, orEmpty(json['spec']))),
      E.apS('status', statusPart(type.status, json['status'])),
      E.map(decoded => ({
        meta: { apiVersion: decoded.apiVersion, kind: decoded.kind, ...decoded.metadata },
        spec: decoded.spec.value,
        status: decoded.status.value,
        unread: [...decoded.spec.unread, ...decoded.status.unread],
      })),
    )
    : E.left({ path: '', found: preview(json), expected: `a ${type.kind}` })
