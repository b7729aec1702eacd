import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../resource/finding.ts'
import type { Resource } from '../kind.ts'
import { decodeAt, preview } from './decode-error.ts'
import type { ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'
import { notTooDeep } from './nesting.ts'
import { resourceMeta } from './resource-meta-fields.ts'

/** What a kind of custom resource is called and made of. */
export interface ResourceType<Spec, Status> {
  readonly apiVersion: string
  readonly kind: string
  readonly spec: ValueType<Spec>
  readonly status: ValueType<Status>
}

const named = (field: string, found: unknown, expected: string): E.Either<DecodeError, string> =>
  found === undefined || found === null || found === expected
    ? E.right(expected)
    : E.left({ path: field, found: preview(found), expected })

/** A part that is absent is one without fields; a status that is not even an object is one without readable fields. */
const orEmpty = (json: unknown): unknown => json ?? {}

/** Decodes a custom resource as the API server has it. Fails for a wrong spec, and for a status whose write-ahead record can't be read. */
export const decodeResource = <Spec, Status>(
  { apiVersion, kind, spec, status }: ResourceType<Spec, Status>, json: unknown,
): E.Either<DecodeError, Resource<Spec, Status>> =>
  isJsonObject(json)
    ? pipe(
        notTooDeep(json),
        E.map(() => ({})),
        E.apS('kind', named('kind', json['kind'], kind)),
        E.apS('apiVersion', named('apiVersion', json['apiVersion'], apiVersion)),
        E.apS('metadata', decodeAt('metadata', resourceMeta, orEmpty(json['metadata']))),
        E.apS('spec', decodeAt('spec', spec, orEmpty(json['spec']))),
        E.apS('status', decodeAt('status', status, isJsonObject(json['status']) ? json['status'] : {})),
        E.map(decoded => ({
          meta: { apiVersion: decoded.apiVersion, kind: decoded.kind, ...decoded.metadata },
          spec: decoded.spec,
          status: decoded.status,
        })),
      )
    : E.left({ path: '', found: preview(json), expected: `a ${kind}` })
