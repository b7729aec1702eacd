import type { Json } from '../resource/json.ts'
import { type Finder, finderOf } from '../../text/known-texts.ts'
import { replacedSpans } from '../../text/replaced-spans.ts'
import { hideInPlaces } from './secret-places.ts'
import { hideInText } from './secret-text.ts'
import { hidden, hidingOf } from './sensitive-name.ts'

const hide = (): string => hidden
const builtIn = hidingOf(hide)

/** The secret as it is, and as JSON encodes it. */
const spellings = (secret: string): readonly string[] => {
  const inJson = isEscaped.test(secret) ? JSON.stringify(secret).slice(1, -1) : secret
  return inJson === secret ? [secret] : [secret, inJson]
}
const isEscaped = /["\\\0-\x1f\ud800-\udfff]/

/** Up to this number, secrets are searched one by one, by their beginnings of this length: most texts contain none. */
const few = 8
const beginning = 128

/** Hides these secrets (`secretsIn`). Create it once for many texts. */
export const hiderOf = (secrets: readonly string[]): (text: string) => string => {
  if (secrets.length === 0) return text => text
  const known = secrets.flatMap(spellings)
  const without = (find: Finder) => (text: string): string => replacedSpans(text, find(text), hide)
  if (known.length > few) return without(finderOf(known))
  const begins = known.map(text => text.slice(0, beginning))
  return text => (begins.some(begin => text.includes(begin)) ? without(finderOf(known))(text) : text)
}

/** The text without these secrets. */
export const hideKnown = (text: string, secrets: readonly string[]): string => hiderOf(secrets)(text)

/** Redacts texts for display: hides known secrets, and text that looks like one. */
export const redactorOf = (secrets: readonly string[]): (text: string) => string => {
  const known = hiderOf(secrets)
  return text => hideInText(known(text), builtIn)
}

/** Redacts one text for display. */
export const redactText = (text: string, secrets: readonly string[] = []): string => redactorOf(secrets)(text)

const repeated = (value: Json, known: (text: string) => string): Json => {
  if (typeof value === 'string') return known(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? (value as readonly Json[]).map(item => repeated(item, known))
    : Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, repeated(inner, known)]))
}

/** Redacts a JSON value for display, by its field names and in its texts. */
export const redactJson = (value: Json, secrets: readonly string[] = []): Json => repeated(hideInPlaces(value, hide), hiderOf(secrets))

/** Redacts values whose field names are ours and mark no secrets: it searches only their texts. */
export const textsRedactorOf = (secrets: readonly string[]): <A>(value: A) => A => {
  const known = hiderOf(secrets)
  return <A>(value: A): A => repeated(hideInPlaces(value as Json, hide, '', 'Text'), known) as A
}

/** Redacts one such value. */
export const redactTexts = <A>(value: A, secrets: readonly string[] = []): A => textsRedactorOf(secrets)(value)
