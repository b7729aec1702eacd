import { type DecodeError, decodeErrorText, type Json, type JsonObject, redactText } from '@flink-operator/core'
import { openApiSchemaOf } from '@flink-operator/core/codec'
import { type KindName, kindOf } from '@flink-operator/core/kinds'
import { editedResource } from '@flink-operator/core/plan'
import { pruned, schemaErrors } from '@flink-operator/sandbox'
import * as E from 'fp-ts/lib/Either.js'
import { didYouMean } from './did-you-mean.ts'
import { isLabelValue, isObjectName, isQualifiedName, objectMetaSchema } from './object-meta.ts'

/** What the API server refuses before anybody looks at the meaning. */
export interface SchemaError {
  readonly field: string
  readonly message: string
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const words: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** `… must be of type integer: "string"`, of which only the types are told: what stands there may be a secret (P23). */
const typeWords = (message: string): string => {
  const [, wanted = '', found = ''] = /must be of type ([a-z,]+): "([a-z]+)"$/.exec(message) ?? []
  const told = (type: string): string => type.split(',').map(it => words[it] ?? it).join(' or ')
  return wanted === '' ? message : `expected ${told(wanted)}, found ${told(found)}`
}

const lastOf = (path: string): string => path.replace(/^.*\./, '')
const below = (prefix: string, path: string): string => (prefix === '' ? path : path === '' ? prefix : `${prefix}.${path}`)

const against = (schema: JsonObject, value: Json, prefix: string): readonly SchemaError[] => {
  const unknown: SchemaError[] = []
  const kept = pruned(schema, value, (path, known) => {
    unknown.push({ field: below(prefix, path), message: `unknown field${didYouMean(lastOf(path), known)}` })
  })
  const wrong = schemaErrors(schema, kept).map(({ field, message }) => ({ field: below(prefix, field), message: typeWords(message) }))
  return [...unknown, ...wrong]
}

const nameErrors = (metadata: JsonObject): readonly SchemaError[] => {
  const { name } = metadata
  if (name === undefined || name === '') return [{ field: 'metadata.name', message: 'it is missing' }]
  return typeof name !== 'string' || isObjectName(name) ? []
    : [{
      field: 'metadata.name',
      message: `"${name}" is no name: lower case letters, digits, "-" and "." are allowed, 253 of them at most`,
    }]
}

const labelErrors = (metadata: JsonObject): readonly SchemaError[] => {
  const keys = (field: string): readonly SchemaError[] =>
    Object.keys(objectAt(metadata, field)).filter(key => !isQualifiedName(key)).map(key => ({
      field: `metadata.${field}.${key}`,
      message: 'no key of Kubernetes: at most 63 letters, digits, "-", "_" and ".", a domain and "/" before them',
    }))
  const values = Object.entries(objectAt(metadata, 'labels')).filter(([, value]) => typeof value === 'string' && !isLabelValue(value)).map((
    [key],
  ) => ({ field: `metadata.labels.${key}`, message: 'no value of a label: at most 63 letters, digits, "-", "_" and "."' }))
  return [...keys('labels'), ...keys('annotations'), ...values]
}

/** Of a field that takes one of a few words. */
const nearest = ({ expected, found }: DecodeError): string => {
  const choices = /^one of (.*)$/.exec(expected)?.[1]
  return choices === undefined ? '' : didYouMean(found.replaceAll('"', ''), choices.split(', '))
}

/** The rest of what can't be read: of numbers that don't fit, say. Where the schema tells of the same field, these words tell more. */
const decodeErrors = (kind: KindName, json: JsonObject): readonly SchemaError[] => {
  const decoded = kindOf(kind).decode(editedResource(kind, json, null, 'default', 0))
  const errors = (E.isLeft(decoded) ? [decoded.left] : decoded.right.unread ?? []).filter(({ path }) => path.startsWith('spec'))
  return errors.map(error => ({
    field: error.path,
    message: `${decodeErrorText(error, json).slice(error.path.length + 2)}${nearest(error)}`,
  }))
}

/**
 * Everything that the API server would refuse of a resource by the schema of its CRD, as kubectl asks it to (strictly: unknown fields are
 * errors). The status is not looked at: who applies a file does not write it.
 */
export const refusedBySchema = (kind: KindName, json: JsonObject): readonly SchemaError[] => {
  const { status: _, metadata = {}, ...rest } = json
  const known = objectAt(openApiSchemaOf(kindOf(kind).definition), 'properties')
  const schema: JsonObject = {
    type: 'object',
    properties: { ...known, metadata: { type: 'object' } },
  }
  const meta = objectAt(json, 'metadata')
  const told = [
    ...against(schema, rest, ''),
    ...against(objectMetaSchema, metadata, 'metadata'),
    ...nameErrors(meta),
    ...labelErrors(meta),
  ].map(({ field, message }) => ({ field, message: redactText(message) }))
  const decoded = decodeErrors(kind, json)
  const better = told.map(error => decoded.find(({ field }) => field === error.field) ?? error)
  return [...better, ...decoded.filter(({ field }) => !told.some(it => it.field === field))]
}
