import type { JsonObject } from '@flink-operator/core'
import type { ResourceType } from './resource-type.ts'

/** An answer other than 2xx: the object `Status` of Kubernetes. */
export interface Refusal {
  readonly code: number
  readonly body: JsonObject
}

/** An error of one field. */
export interface FieldError {
  readonly field: string
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueNotSupported'
    | 'FieldValueInvalid'
    | 'FieldValueTypeInvalid'
    | 'FieldValueForbidden'
    | 'FieldValueTooLong'
  readonly message: string
}

const refusal = (code: number, reason: string, message: string, details: JsonObject = {}): Refusal => ({
  code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, details, code },
})

/** `deployments.apps`, `pods`. */
export const qualified = ({ plural, group }: ResourceType): string => (group === '' ? plural : `${plural}.${group}`)

const details = (type: ResourceType, name: string): JsonObject => ({
  name,
  ...(type.group === '' ? {} : { group: type.group }),
  kind: type.plural,
})

export const notFound = (type: ResourceType, name: string): Refusal =>
  refusal(404, 'NotFound', `${qualified(type)} "${name}" not found`, details(type, name))

/** The path is not served. */
export const unknownPath = (): Refusal => refusal(404, 'NotFound', 'the server could not find the requested resource')

export const alreadyExists = (type: ResourceType, name: string): Refusal =>
  refusal(409, 'AlreadyExists', `${qualified(type)} "${name}" already exists`, details(type, name))

export const conflict = (
  type: ResourceType,
  name: string,
  why = 'the object has been modified; please apply your changes to the latest version and try again',
): Refusal => refusal(409, 'Conflict', `Operation cannot be fulfilled on ${qualified(type)} "${name}": ${why}`, details(type, name))

export const uidConflict = (type: ResourceType, name: string, wanted: string, found: string): Refusal =>
  conflict(type, name, `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`)

/** A server-side apply, not forced, of fields that others own. */
export const applyConflict = (type: ResourceType, name: string, fields: readonly string[]): Refusal =>
  refusal(409, 'Conflict', `Apply failed with ${fields.length} conflict${fields.length === 1 ? '' : 's'}: ${fields.join(', ')}`, {
    ...details(type, name),
    causes: fields.map(field => ({ reason: 'FieldManagerConflict', message: 'conflict with another manager', field })),
  })

export const invalid = (type: ResourceType, name: string, errors: readonly FieldError[]): Refusal => {
  const kind = type.group === '' ? type.kind : `${type.kind}.${type.group}`
  const texts = errors.map(({ field, message }) => `${field}: ${message}`)
  return refusal(422, 'Invalid', `${kind} "${name}" is invalid: ${texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`}`, {
    ...details(type, name),
    kind: type.kind,
    causes: errors.map(({ field, reason, message }) => ({ reason, message, field })),
  })
}

export const badRequest = (message: string): Refusal => refusal(400, 'BadRequest', message)

/** An apply without a field manager. */
export const noFieldManager = (): Refusal =>
  refusal(422, 'Invalid', 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch')

/** A JSON patch that can't be applied. */
export const unprocessable = (message: string): Refusal => refusal(422, 'Invalid', message)

export const forbidden = (type: ResourceType, name: string, why: string): Refusal =>
  refusal(403, 'Forbidden', `${qualified(type)} "${name}" is forbidden: ${why}`, details(type, name))

export const methodNotAllowed = (): Refusal =>
  refusal(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource')

export const unsupportedMedia = (given: string): Refusal =>
  refusal(415, 'UnsupportedMediaType', `the body of the request was in an unknown format - ${given || 'none given'}`)

export const expired = (message: string): Refusal => refusal(410, 'Expired', message)

export const unavailable = (message: string): Refusal => refusal(503, 'ServiceUnavailable', message)
