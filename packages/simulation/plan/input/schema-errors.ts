import * as E from 'fp-ts/lib/Either.js'
import { readFromExact, pruned, schemaErrors } from '@flink-operator/core/codec'
import { openApiSchemaOf } from '@flink-operator/core/crd'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { decodeErrorText, redactText } from '@flink-operator/core/redaction'
import type { DecodeError, Json, JsonObject } from '@flink-operator/core/resource'
import { editedResource } from '../edited-resource.ts'
import { isLabelValue, isObjectName, isQualifiedName, objectMetaSchema } from './object-meta.ts'

/** A suggestion for a wrong word: `; did you mean "job"?`; empty if no known word is similar. */
export type DidYouMean = (found: string, known: readonly string[]) => string

/** What the API server refuses by the schema alone. */
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

/** `… must be of type integer: "string"`: names only the types, since the value may be a secret (P23). */
const typeWords = (message: string): string => {
  const [, wanted = '', found = ''] = /must be of type ([a-z,]+): "([a-z]+)"$/.exec(message) ?? []
  const reported = (type: string): string => type.split(',').map(it => words[it] ?? it).join(' or ')
  return wanted === '' ? message : `expected ${reported(wanted)}, found ${reported(found)}`
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

/** The suggestion for a field that takes one of a few words. */
const nearest = ({ expected, found }: DecodeError, didYouMean: DidYouMean): string => {
  const choices = /^one of (.*)$/.exec(expected)?.[1]
  return choices === undefined ? '' : didYouMean(found.replaceAll('"', ''), choices.split(', '))
}

/** Further decode errors, for example numbers out of range. Where the schema reports the same field, its message says more. */
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
 * Everything in a resource that the API server would refuse by the schema of its CRD, with kubectl's strict validation (unknown fields
 * are errors). Ignores the status: a user who applies a file does not write it.
 */
export const refusedBySchema = (kind: KindName, json: JsonObject, didYouMean: DidYouMean): readonly SchemaError[] => {
  const { status: _, metadata = {}, ...rest } = json
  const known = objectAt(openApiSchemaOf(kindOf(kind).definition), 'properties')
  const schema: JsonObject = {
    type: 'object',
    properties: { ...known, metadata: { type: 'object' } },
  }
  const meta = objectAt(json, 'metadata')
  const reported = [
    ...against(schema, rest, '', didYouMean),
    ...against(objectMetaSchema, metadata, 'metadata', didYouMean),
    ...nameErrors(meta),
    ...labelErrors(meta),
  ].map(({ field, message }) => ({ field, message: redactText(message) }))
  const decoded = decodeErrors(kind, json, didYouMean)
  const better = reported.map(error => decoded.find(({ field }) => field === error.field) ?? error)
  return [...better, ...decoded.filter(({ field }) => !reported.some(it => it.field === field))]
}
