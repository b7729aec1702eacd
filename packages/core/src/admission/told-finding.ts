import { isJsonObject } from '../codec/is-json-object.ts'
import { cutRedacted } from '../redaction/cut-redacted.ts'
import { hidden, isSensitive } from '../redaction/sensitive-name.ts'
import type { Finding } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'

/** What is wrong, as a person is told it: field and sentence, without secrets (P23). */
export interface ToldFinding {
  /** Path within the resource. */
  readonly field: string
  /** With what was found, where that is a single value. */
  readonly message: string
}

/** Rules name fields below `spec`. */
const inResource = (path: string): string => (/^(?:spec|metadata|status)\b/.test(path) ? path : path === '' ? 'spec' : `spec.${path}`)

const longestValue = 80
/** Of one sentence of an answer. */
export const longestTold = 1_000

/** The value at a dotted path, where the keys of a configuration have dots of their own. Undefined: there is none. */
const valueAt = (value: Json | undefined, path: string): Json | undefined => {
  if (path === '') return value
  if (!isJsonObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  const dot = path.indexOf('.')
  return dot < 0 ? undefined : valueAt(value[path.slice(0, dot)], path.slice(dot + 1))
}

/** Does the sentence say the value, as a word or in quotes? A number in it may be another one. */
const isSaid = (value: string | number | boolean, text: string, sentence: string): boolean =>
  sentence.includes(`found ${text}`)
  || (typeof value === 'string'
    && sentence.split(value).some((before, n, all) => /(?:^|\W)$/.test(before) && /^(?:\W|$)/.test(all[n + 1] ?? 'x')))

/** A single value as JSON; null where there is none to show, or the sentence has it already. */
const foundText = (resource: JsonObject, field: string, message: string): string | null => {
  const value = valueAt(resource, field)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (isSensitive(field)) return hidden
  const text = JSON.stringify(value)
  return text.length > longestValue || isSaid(value, text, message) ? null : text
}

export const toldFinding = ({ field: path, message }: Finding, resource: JsonObject, secrets: readonly string[]): ToldFinding => {
  const field = inResource(path)
  const sentence = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
  const found = foundText(resource, field, sentence)
  const whole = found === null ? sentence : `found ${found}: ${sentence}`
  return { field, message: cutRedacted(whole, secrets, longestTold).replaceAll(/\s+/gu, ' ').trim() }
}
