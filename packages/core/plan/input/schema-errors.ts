import * as E from 'fp-ts/lib/Either.js'
import { openApiSchemaOf } from '../../src/codec/crd.ts'
import { readFromExact } from '../../src/codec/exact-json.ts'
import { pruned, schemaErrors } from '../../src/codec/structural-schema.ts'
import { type KindName, kindOf } from '../../src/kinds.ts'
import { decodeErrorText } from '../../src/redaction/decode-error-text.ts'
import { redactText } from '../../src/redaction/redact.ts'
import type { DecodeError } from '../../src/resource/finding.ts'
import type { Json, JsonObject } from '../../src/resource/json.ts'
import { editedResource } from '../edited-resource.ts'
import { isLabelValue, isObjectName, isQualifiedName, objectMetaSchema } from './object-meta.ts'

/** What a wrong word may have meant: `; did you mean "job"?`; empty where nothing is near. */
export type DidYouMean = (found: string, known: readonly string[]) => string

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

const against = (schema: JsonObject, value: Json, prefix: string, didYouMean: DidYouMean): readonly SchemaError[] => {
  const { kept, dropped } = pruned(schema, value)
  const unknown = dropped.map(({ path, known }) => ({
    field: below(prefix, path),
    message: `unknown field${didYouMean(lastOf(path), known)}`,
  }))
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
const nearest = ({ expected, found }: DecodeError, didYouMean: DidYouMean): string => {
  const choices = /^one of (.*)$/.exec(expected)?.[1]
  return choices === undefined ? '' : didYouMean(found.replaceAll('"', ''), choices.split(', '))
}

/** The rest of what can't be read: of numbers that don't fit, say. Where the schema tells of the same field, these words tell more. */
const decodeErrors = (kind: KindName, exact: JsonObject, didYouMean: DidYouMean): readonly SchemaError[] => {
  const json = readFromExact(exact) as JsonObject
  const decoded = kindOf(kind).decode(editedResource(kind, json, null, 'default', 0))
  const errors = (E.isLeft(decoded) ? [decoded.left] : decoded.right.unread ?? []).filter(({ path }) => path.startsWith('spec'))
  return errors.map(error => ({
    field: error.path,
    message: `${decodeErrorText(error, json).slice(error.path.length + 2)}${nearest(error, didYouMean)}`,
  }))
}

/**
 * Everything that the API server would refuse of a resource by the schema of its CRD, as kubectl asks it to (strictly: unknown fields are
 * errors). The status is not looked at: who applies a file does not write it.
 */
export const refusedBySchema = (kind: KindName, json: JsonObject, didYouMean: DidYouMean): readonly SchemaError[] => {
  const { status: _, metadata = {}, ...rest } = json
  const known = objectAt(openApiSchemaOf(kindOf(kind).definition), 'properties')
  const schema: JsonObject = {
    type: 'object',
    properties: { ...known, metadata: { type: 'object' } },
  }
  const meta = objectAt(json, 'metadata')
  const told = [
    ...against(schema, rest, '', didYouMean),
    ...against(objectMetaSchema, metadata, 'metadata', didYouMean),
    ...nameErrors(meta),
    ...labelErrors(meta),
  ].map(({ field, message }) => ({ field, message: redactText(message) }))
  const decoded = decodeErrors(kind, json, didYouMean)
  const better = told.map(error => decoded.find(({ field }) => field === error.field) ?? error)
  return [...better, ...decoded.filter(({ field }) => !told.some(it => it.field === field))]
}
