import type { RecordedRound } from '@flink-operator/core/explain'
import * as E from 'fp-ts/lib/Either.js'
import { isSensitive } from '../plan/sensitive-values.ts'

/** Parts of references: they name a Secret or one of its keys, and hold none. */
const references: ReadonlySet<string> = new Set(['secretName', 'secretKeyRef', 'key', 'name', 'optional', 'keyRef'])
/** A short word, number or switch is no secret, and hiding it everywhere would hide other things. */
const isWorthHiding = (text: string): boolean => text.length >= 6 && !/^(true|false|\d+(\.\d+)?\s*[a-z%]*)$/i.test(text)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The recorded specs in a status are texts of JSON: what was a secret then still is one. */
const inText = (text: string): unknown => (text.startsWith('{') ? E.toUnion(E.tryCatch(() => JSON.parse(text) as unknown, () => null)) : null)

const secretsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return secretsIn(inText(value))
  if (Array.isArray(value)) return value.flatMap(secretsIn)
  if (!isObject(value)) return []
  const named = typeof value['name'] === 'string' && isSensitive(value['name']) && typeof value['value'] === 'string' ? [value['value']] : []
  return [...named, ...Object.entries(value).flatMap(([key, inner]) => (typeof inner === 'string' ? (isSensitive(key) && !references.has(key) ? [inner] : secretsIn(inner)) : secretsIn(inner)))]
}

/** A secret also stands in JSON texts inside of JSON. */
const spellings = (secret: string): readonly string[] => {
  const once = JSON.stringify(secret).slice(1, -1)
  return [...new Set([JSON.stringify(once).slice(1, -1), once])]
}

/**
 * The text of a recording without the values of sensitive keys (P23), of the resource itself and of the FlinkDeployments that were looked at. The same value has the same stand-in everywhere, so a replay comes to the same
 * decision: nothing is decided by what a secret is, only by whether it changed.
 */
export const withoutSecrets = ({ resource, env, facts }: Pick<RecordedRound, 'resource' | 'env' | 'facts'>, text: string): string => {
  const secrets = [...new Set(secretsIn([resource, env, facts.target, facts.flinkDeployments]).filter(isWorthHiding))].toSorted((a, b) => b.length - a.length)
  return secrets.reduce((hidden, secret, index) => spellings(secret).reduce((inner, spelling) => inner.replaceAll(spelling, `(hidden ${index + 1})`), hidden), text)
}
