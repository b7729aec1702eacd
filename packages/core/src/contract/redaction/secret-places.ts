import { hideInText } from './secret-text.ts'
import { type Hiding, type Hide, hidingOf, isHidden, isSwitch, type SensitiveNames } from './sensitive-name.ts'
import { notTooDeep } from '../../crd/nesting.ts'
import * as E from 'fp-ts/lib/Either.js'
import { parseJson } from '../../crd/lossless-json.ts'
import type { Json, JsonObject } from '../resource/json.ts'
import { hideArgumentOf } from './command-secrets.ts'

const first = (pattern: RegExp, text: string): readonly string[] => {
  const part = pattern.exec(text)?.[1]
  return part === undefined ? [] : [part]
}

/** Named values inside a text that is hidden as a whole, such as JVM options under a secret key. */
const named = (text: string, how: Hiding): readonly string[] => {
  const found: string[] = []
  hideInText(text, {
    ...how,
    hide: secret => {
      if (secret !== text) found.push(secret)
      return secret
    },
  })
  return found
}

/**
 * The parts of a secret that a server may repeat alone. Of `user:password`, `user/password` and `Bearer token`: the second part. Of
 * `password;encrypt=true`: the part before the separator. Of a private key: its lines. Of a JSON web token: its parts. Also any text that
 * is hidden inside it.
 */
export const secretParts = (secret: string, how: Hiding): readonly string[] => {
  const inner = named(secret, how)
  return [
    ...first(/^[^:\s/]+[:\s/]\s*(\S+)$/, secret),
    ...[secret, ...inner].flatMap(text => first(/^([^\s;,&]+)(?:[;,&]|\s+--?[A-Za-z])/, text)),
    ...(secret.startsWith('-----BEGIN')
      ? secret.split('\n').map(line => line.trim()).filter(line => line.length >= 8 && !line.startsWith('---')) : []),
    ...[secret, ...inner].flatMap(text => (text.startsWith('eyJ') ? text.split('.').filter(part => part.length >= 8) : [])),
    ...inner,
  ]
}

/**
 * How field names are interpreted. `Configuration`: each name may be a key, together with the names above it (`fs: {s3a: {secret: {key:
 * x}}}`). `Object`: fields of a custom resource or a Kubernetes object, some of which only name a Secret. `Secret`: the whole value is a
 * secret. `Text`: names mean nothing; texts are searched.
 */
export type Place = 'Configuration' | 'Object' | 'Secret' | 'Text'

/** Fields of Kubernetes objects, and of ours, that name a key or a Secret and contain no secret. */
const isPlain = (name: string): boolean =>
  /^(?:key|secretName|automountServiceAccountToken|topologyKey|(?:mis)?matchLabelKeys|dataKeys)$/.test(name)
/** Fields of a reference to a Secret. An object with only these fields is a reference. */
const isReferenceField = (name: string): boolean =>
  /^(?:name|namespace|secretName|key|items|optional|defaultMode|mode|path|audience|expirationSeconds)$/.test(name)
/** Fields that hold a map with keys chosen by users. */
const isMap = (name: string): boolean =>
  /configuration$/i.test(name) || name === 'flinkConfig' || name === 'data' || name === 'stringData' || name === 'annotations'
  || name === 'labels'

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isReference = (value: Json): boolean =>
  Array.isArray(value) ? (value as readonly Json[]).every(item => isObject(item) && isReference(item))
    : isObject(value) && Object.keys(value).every(name => isReferenceField(name))

type Leaf = string | number | boolean | null

const isEnvironment = (path: string): boolean => /(?:^|\.)env$|^containerized\.[^.]+\.env\./i.test(path)

/** A number is not a secret if its variable's name does not mark one. */
const isNumber = (value: Json): boolean => typeof value === 'number' || (typeof value === 'string' && /^\d{1,5}$/.test(value))

const hideLeaf = (value: Leaf, { hide }: Hiding): Leaf => {
  const text = String(value)
  return value === null || isSwitch(text) || isHidden(text) ? value : hide(text)
}

/** Parses JSON texts: the recorded specs in a status, and the last applied one in the annotations. */
const jsonIn = (text: string): Json | null => {
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : null
  return json !== null && E.isRight(json) && typeof json.right === 'object' ? json.right : null
}

/** A value that is nested too deep is hidden as a whole; the decoder rejects it, too. */
const isTooDeep = (value: Json): boolean => E.isLeft(notTooDeep(value))
const tooDeep = '(hidden: nested too deep)'

/** The leaves in which two trees of the same shape differ, by the JSON of the first. */
const otherLeaves = (before: Json, after: Json): readonly (readonly [string, string])[] => {
  if (before === after) return []
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null)
    return [[JSON.stringify(before), JSON.stringify(after)]]
  return Object.entries(before).flatMap(([name, inner]) => otherLeaves(inner, (after as Readonly<Record<string, Json>>)[name] ?? null))
}

/** The texts, numbers and words of JSON. */
const jsonToken = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|[^\s"{}[\],:]+/g

/** A JSON token in the spelling of `JSON.stringify`: `"\u0041"` becomes `"A"`. */
const spelling = (token: string): string => {
  const value = token.includes('\\') ? parseJson(token) : null
  return value !== null && E.isRight(value) ? JSON.stringify(value.right) : token
}

/** Redacts a JSON text and keeps its spelling (`1.0`, digits of 64 bits): only hidden leaves change. */
const inString = (text: string, place: Place, how: Hiding): string => {
  const json = jsonIn(text)
  if (json === null || isTooDeep(json)) return hideInText(text, how)
  const others = new Map(otherLeaves(json, walk(json, '', place === 'Text' ? 'Text' : 'Object', how)))
  return others.size === 0 ? text
    : text.replace(jsonToken, token => others.get(spelling(token)) ?? others.get(JSON.stringify(token)) ?? token)
}

/** Maximum path length: the beginning, which says what the path belongs to, and the end are kept. */
const longestPath = 512

/** The path of a field. Users' names may be long, and have many fields below them. */
const pathOf = (path: string, name: string): string => {
  const inner = path === '' ? name : `${path}.${name}`
  return inner.length <= longestPath ? inner : `${inner.slice(0, longestPath / 4)}${inner.slice((-longestPath * 3) / 4)}`
}

/** Arguments of a program: the value may be the item after its flag, or follow an equals sign, with any blanks. */
const inList = (items: readonly Json[], path: string, place: Place, how: Hiding): readonly Json[] => {
  const inArgument = hideArgumentOf(items)
  return items.map((item, at) => {
    const before = items[at - 1]
    const name = typeof before === 'string' ? /^-{0,2}([A-Za-z][\w.-]*)$/.exec(before)?.[1] : undefined
    if (name !== undefined && how.isSensitive(name) && (typeof item === 'string' || typeof item === 'number')) return hideLeaf(item, how)
    const assigned = typeof item === 'string' ? /^(-{0,2}([A-Za-z][\w.-]*)=)([\s\S]*)$/.exec(item) : null
    if (assigned !== null && how.isSensitive(assigned[2] ?? '') && !isHidden(assigned[3] ?? ''))
      return `${assigned[1] ?? ''}${String(hideLeaf(assigned[3] ?? '', how))}`
    return (typeof item === 'string' ? inArgument(item, before, how.hide) : null) ?? walk(item, path, place, how)
  })
}

const inField = (name: string, value: Json, path: string, place: Place, variable: string | null, how: Hiding): Json => {
  const inner = pathOf(path, name)
  if (place === 'Configuration')
    return walk(value, inner, how.isSensitive(inner) || (isEnvironment(inner) && !isNumber(value)) ? 'Secret' : 'Configuration', how)
  if (variable !== null && name === 'value')
    return walk(value, inner, how.isSensitive(variable) || !isNumber(value) ? 'Secret' : place, how)
  if (isMap(name) && isObject(value)) return walk(value, '', 'Configuration', how)
  if (isPlain(name)) return walk(value, inner, 'Object', how)
  const isSecret = how.isSensitive(name) && !isReference(value)
  return walk(value, inner, isSecret ? 'Secret' : 'Object', how)
}

function walk(value: Json, path: string, place: Place, how: Hiding): Json {
  if (typeof value === 'string') return place === 'Secret' ? hideLeaf(value, how) : inString(value, place, how)
  if (typeof value !== 'object' || value === null) return place === 'Secret' ? hideLeaf(value, how) : value
  if (Array.isArray(value))
    return place === 'Secret' || place === 'Text' ? (value as readonly Json[]).map(item => walk(item, path, place, how))
      : inList(value as readonly Json[], path, place, how)
  const object = value as JsonObject
  if (place === 'Secret' || place === 'Text')
    return Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, walk(inner, path, place, how)]))
  const { name: named = null } = object
  const variable = place === 'Object' && typeof named === 'string' && (isEnvironment(path) || how.isSensitive(named)) ? named : null
  return Object.fromEntries(
    Object.entries(object).map((
      [name, inner],
    ) => [
      name,
      object['kind'] === 'Secret' && isMap(name) ? walk(inner, '', 'Secret', how) : inField(name, inner, path, place, variable, how),
    ]),
  )
}

/** The value with each secret replaced in its place. Names are those of the fields from here down; `name`: that of the value itself. */
export const hideWith = (value: Json, how: Hiding, name = '', place: Place = 'Object'): Json =>
  isTooDeep(value) ? tooDeep : name === '' ? walk(value, '', place, how) : inField(name, value, '', place, null, how)

/** The same. `names`: sensitive names besides the built-in ones. */
export const hideInPlaces = (value: Json, hide: Hide, name = '', place: Place = 'Object', names: SensitiveNames = []): Json =>
  hideWith(value, hidingOf(hide, names), name, place)

/** Hides secrets in a value at this dotted path of a spec (`job.args`, `flinkConfiguration.s3.secret-key`). */
export const hideAt = (path: string, value: Json, hide: Hide): Json => {
  if (isTooDeep(value)) return tooDeep
  const how = hidingOf(hide)
  const [first = '', ...rest] = path.split('.')
  if (isMap(first) && rest.length > 0) return inField(rest.join('.'), value, '', 'Configuration', null, how)
  return inField(rest.at(-1) ?? first, value, rest.length === 0 ? '' : [first, ...rest.slice(0, -1)].join('.'), 'Object', null, how)
}
