import * as E from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { preview } from './decode-error.ts'
import { isJsonObject } from './is-json-object.ts'

/** The request of an `AdmissionReview` (admission.k8s.io/v1): a write that the API server asks about. */
export interface AdmissionRequest {
  /** Uid of the review. The response repeats it. */
  readonly uid: string
  /** Group, version and kind of the object. */
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'
  /** `status`, `scale`; empty: the resource itself. */
  readonly subResource: string
  readonly namespace: string
  /** Empty if the server has not generated it yet (`generateName`). */
  readonly name: string
  /** The object after the write; null in a deletion. */
  readonly object: JsonObject | null
  /** The object before the write; null in a creation. */
  readonly oldObject: JsonObject | null
}

const apiVersion = 'admission.k8s.io/v1'
/** Limit for the uid, which the response repeats. Uids of the API server have 36 characters. */
const longestUid = 253
const isUid = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= longestUid

const wrong = (path: string, found: unknown, expected: string): E.Either<DecodeError, never> =>
  E.left({ path, found: isJsonObject(found) ? 'an object' : preview(found), expected })

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const objectOf = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null)

const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const
const isOperation = (value: unknown): value is AdmissionRequest['operation'] => (operations as readonly unknown[]).includes(value)

/** The namespace that an object names; undefined: none. */
const namespaceIn = (object: Json | undefined): Json | undefined => {
  const metadata = isJsonObject(object) ? object['metadata'] : undefined
  return isJsonObject(metadata) ? metadata['namespace'] : undefined
}

/** Decodes an `AdmissionReview`. Left: it is not one, or has another version; then no response is possible. */
export const decodeAdmissionReview = (json: unknown): E.Either<DecodeError, AdmissionRequest> => {
  if (!isJsonObject(json)) return wrong('', json, 'an AdmissionReview')
  if (json['kind'] !== 'AdmissionReview') return wrong('kind', json['kind'], 'AdmissionReview')
  if (json['apiVersion'] !== apiVersion) return wrong('apiVersion', json['apiVersion'], apiVersion)
  const { request } = json
  if (!isJsonObject(request)) return wrong('request', request, 'an object')
  const { uid, kind, operation, object, oldObject } = request
  if (!isUid(uid)) return wrong('request.uid', uid, `a text of at most ${longestUid} characters`)
  if (!isJsonObject(kind)) return wrong('request.kind', kind, 'an object')
  if (!isOperation(operation)) return wrong('request.operation', operation, `one of ${operations.join(', ')}`)
  const isWrite = operation === 'CREATE' || operation === 'UPDATE'
  if (isWrite && !isJsonObject(object)) return wrong('request.object', object, 'an object')
  if (operation === 'UPDATE' && !isJsonObject(oldObject)) return wrong('request.oldObject', oldObject, 'an object')
  const namespace = textOf(request['namespace'])
  // the API server always sends the same namespace; a forged request could otherwise have another namespace validated
  for (const [field, found] of [['object', namespaceIn(object)], ['oldObject', namespaceIn(oldObject)]] as const) {
    if (found !== undefined && found !== null && found !== namespace)
      return wrong(`request.${field}.metadata.namespace`, found, `the namespace of the request, ${preview(namespace)}`)
  }
  return E.right({
    uid,
    kind: { group: textOf(kind['group']), version: textOf(kind['version']), kind: textOf(kind['kind']) },
    operation,
    subResource: textOf(request['subResource']),
    namespace,
    name: textOf(request['name']),
    object: objectOf(object),
    oldObject: objectOf(oldObject),
  })
}
