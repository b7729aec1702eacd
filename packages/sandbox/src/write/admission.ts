import * as E from 'fp-ts/lib/Either.js'
import type { JsonObject } from '@flink-operator/core'
import { pruned, schemaErrors } from '@flink-operator/core/codec'
import { apiVersionOf, type ResourceType } from '../api/resource-type.ts'
import { badRequest, type FieldError, invalid, type Refusal } from '../api/status.ts'
import { objectAt, textAt } from '../object/fields.ts'
import { nameOf } from '../object/metadata.ts'

const nameRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"

/** Roles and events may have nearly any name. */
export const nameErrors = (type: ResourceType, name: string): readonly FieldError[] => {
  if (name === '')
    return [{ field: 'metadata.name', reason: 'FieldValueRequired', message: 'Required value: name or generateName is required' }]
  if ((type.group === 'rbac.authorization.k8s.io' || type.kind === 'Event') && !/[/%]/.test(name)) return []
  return name.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name)
    ? []
    : [{ field: 'metadata.name', reason: 'FieldValueInvalid', message: `Invalid value: "${name}": ${nameRule}` }]
}

/** Checks kind and version against the path. Missing ones are taken from the path. */
export const typed = (type: ResourceType, body: JsonObject): E.Either<Refusal, JsonObject> => {
  const apiVersion = textAt(body, 'apiVersion') || apiVersionOf(type)
  const kind = textAt(body, 'kind') || type.kind
  if (kind !== type.kind || !apiVersion.startsWith(type.group === '' ? 'v1' : `${type.group}/`))
    return E.left(badRequest(`the object provided is unrecognized: ${kind} in version "${apiVersion}" cannot be handled as a ${type.kind}`))
  const { apiVersion: _, kind: __, ...rest } = body
  return E.right({ apiVersion: apiVersionOf(type), kind: type.kind, ...rest })
}

/** `Strict`: an unknown field is an error. `Warn` and `Ignore`: it is dropped. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** Limit for the values of a ConfigMap together, in bytes. */
const largestData = 1024 * 1024

const dataErrors = ({ group, kind }: ResourceType, object: JsonObject): readonly FieldError[] => {
  const values = group === '' && kind === 'ConfigMap' ? Object.values(objectAt(object, 'data')) : []
  const size = values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0), 0)
  return size <= largestData ? []
    : [{ field: '[]', reason: 'FieldValueTooLong', message: `Too long: may not be more than ${largestData} bytes` }]
}

/** Prunes and validates a custom resource by its schema; for a built-in type checks only the size of a ConfigMap. */
export const conforming = (type: ResourceType, object: JsonObject, validation: FieldValidation): E.Either<Refusal, JsonObject> => {
  if (type.schema === null) {
    const tooLong = dataErrors(type, object)
    return tooLong.length === 0 ? E.right(object) : E.left(invalid(type, nameOf(object), tooLong))
  }
  const { kept, dropped } = pruned(type.schema, object)
  if (validation === 'Strict' && dropped.length > 0)
    return E.left(
      badRequest(
        `${type.kind} in version "${type.version}" cannot be handled as a ${type.kind}: strict decoding error: ${
          dropped.map(({ path }) => `unknown field "${path}"`).join(', ')
        }`,
      ),
    )
  const errors = schemaErrors(type.schema, kept)
  return errors.length === 0 ? E.right(kept as JsonObject) : E.left(invalid(type, nameOf(object), errors))
}
