import { isJsonObject } from '../crd/is-json-object.ts'
import { cutRedacted } from '../contract/redaction/cut-redacted.ts'
import { hidden, isSensitive } from '../contract/redaction/sensitive-name.ts'
import type { Finding } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'

/** A finding for users: field and message, without secrets (P23). */
export interface ReportedFinding {
  /** Path within the resource. */
  readonly field: string
  /** Includes the found value if that is a single value. */
  readonly message: string
}

/** Path within the resource. Rules report fields relative to `spec`. */
const inResource = (path: string): string => (/^(?:spec|metadata|status)\b/.test(path) ? path : path === '' ? 'spec' : `spec.${path}`)

const longestValue = 80
/** Largest length of one message in a response. */
export const longestReported = 1_000

/** The value at a dotted path; keys of a configuration may contain dots. Undefined: absent. */
const valueAt = (value: Json | undefined, path: string): Json | undefined => {
  if (path === '') return value
  if (!isJsonObject(value)) return undefined
  if (Object.hasOwn(value, path)) return value[path]
  const dot = path.indexOf('.')
  return dot < 0 ? undefined : valueAt(value[path.slice(0, dot)], path.slice(dot + 1))
}

/** True if the sentence contains the value, as a word or in quotes. A number in it may be a different one. */
const isSaid = (value: string | number | boolean, text: string, sentence: string): boolean =>
  sentence.includes(`found ${text}`)
  || (typeof value === 'string'
    && sentence.split(value).some((before, n, all) => /(?:^|\W)$/.test(before) && /^(?:\W|$)/.test(all[n + 1] ?? 'x')))

/** A single value as JSON; null if there is no single value, or the message already contains it. */
const foundText = (resource: JsonObject, field: string, message: string): string | null => {
  const value = valueAt(resource, field)
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null
  if (isSensitive(field)) return hidden
  const text = JSON.stringify(value)
  return text.length > longestValue || isSaid(value, text, message) ? null : text
}

export const reportedFinding = ({ field: path, message }: Finding, resource: JsonObject, secrets: readonly string[]): ReportedFinding => {
  const field = inResource(path)
  const sentence = message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message
  const found = foundText(resource, field, sentence)
  const whole = found === null ? sentence : `found ${found}: ${sentence}`
  return { field, message: cutRedacted(whole, secrets, longestReported).replaceAll(/\s+/gu, ' ').trim() }
}
