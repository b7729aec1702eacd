import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { Resource } from '../resource/resource.ts'
import { decodeAt, preview, unreadAt } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'
import { notTooDeep } from './nesting.ts'
import { resourceMeta } from './resource-meta-fields.ts'
import { trimmed, withinBounds } from './spec-bounds.ts'

/** What a kind of custom resource is called and made of. */
export interface ResourceCodec<Spec, Status> {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: ValueType<Spec>
  /** The same, but that a field which can't be read takes its default: what can be told of a spec that can't be read whole. */
  readonly specByField: ValueType<Spec>
  readonly status: ValueType<Status>
}

const named = (field: string, found: unknown, expected: string): E.Either<DecodeError, string> =>
  found === undefined || found === null || found === expected
    ? E.right(expected)
    : E.left({ path: field, found: preview(found), expected })

/** A part that is absent is one without fields. */
const orEmpty = (json: unknown): unknown => json ?? {}

interface Part<A> {
  readonly value: A
  readonly unread: readonly DecodeError[]
}

/**
 * A spec that is larger than its bounds, or that can't be read whole, is read field by field: nobody works towards it, but a resource with
 * it can be looked after and deleted. What is long in a spec that is too large is left out.
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

/** What is no object has no fields. */
const fieldsOf = (json: unknown): unknown => (isJsonObject(json) ? json : {})

/** Of an object or a list nothing is told: nobody here knows what in it is a secret (P23). */
const briefly = (
  error: DecodeError,
): DecodeError => (/^[{[]../u.test(error.found) ? { ...error, found: error.found.startsWith('{') ? 'an object' : 'a list' } : error)

/** What of a status that was just read whole took a stand-in; of what is no object, that it is none. */
const unreadOf = <Status>(type: ValueType<Status>, json: unknown): readonly DecodeError[] =>
  json == null ? [] : isJsonObject(json) ? (type.unreadIn?.(json, 'status') ?? []) : unreadAt('status', type, json)

const statusPart = <Status>(type: ValueType<Status>, json: unknown): E.Either<DecodeError, Part<Status>> =>
  pipe(
    decodeAt('status', type, isJsonObject(json) ? json : {}),
    E.map(value => ({ value, unread: unreadOf(type, json).map(briefly) })),
  )

/**
 * Decodes a custom resource as the API server has it, part by part. Fails only where it can't be told which resource it is, or where its
 * status goes so deep that it could not be written back.
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
