import type { Json } from '../resource/json.ts'
import { hideInPlaces } from './secret-places.ts'
import { hideInText } from './secret-text.ts'
import { hidden, hidingOf } from './sensitive-name.ts'

const hide = (): string => hidden
const builtIn = hidingOf(hide)

/** The text without these secrets (`secretsIn`), as they stand or as JSON writes them. */
export const hideKnown = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => {
    const inJson = JSON.stringify(secret).slice(1, -1)
    const once = shown.includes(secret) ? shown.replaceAll(secret, hidden) : shown
    return inJson !== secret && once.includes(inJson) ? once.replaceAll(inJson, hidden) : once
  }, text)

/** A text that people are shown: what is known for a secret, and what looks like one, is hidden. */
export const redactText = (text: string, secrets: readonly string[] = []): string => hideInText(hideKnown(text, secrets), builtIn)

const repeated = (value: Json, secrets: readonly string[]): Json => {
  if (typeof value === 'string') return hideKnown(value, secrets)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? (value as readonly Json[]).map(item => repeated(item, secrets))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, repeated(inner, secrets)]))
}

/** A value as people are shown it: by the names of its fields, and by its texts. */
export const redactJson = (value: Json, secrets: readonly string[] = []): Json => repeated(hideInPlaces(value, hide), secrets)

/** A value whose field names are ours and tell nothing: only its texts are looked into. */
export const redactTexts = <A>(value: A, secrets: readonly string[] = []): A =>
  repeated(hideInPlaces(value as Json, hide, '', 'Text'), secrets) as A
