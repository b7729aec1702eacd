import { hidden, type Hide, type Hiding, isHidden, isSwitch } from './sensitive-name.ts'

/** Without any of these there is nothing to hide; most texts end here. */
const mayHoldSecret =
  /pass|secret|pwd|token|key|cred|auth|sig|sas|jaas|http.?headers|cookie|bearer|connection.?string|webhook|dsn|pw|@|eyJ|AKIA|ASIA|gh[pousr]_/i

/**
 * `name=`, `"name": `, `\"name\":`; the quotes of JSON inside of JSON are escaped. It begins with the first letter of a word: to try each
 * of its letters would take the square of its length.
 */
const assignment = /(?<=(?<![\w.-])[\d.-]*)([A-Za-z_][\w.-]*)(?:\\*["'])?\s*[=:]\s*/g
/** `--name value`, `"--name","value"`. */
const flag = /(?<=^|[\s"'[,(])--?([A-Za-z][\w.-]*)(?:\\*["']\s*,\s*|\s+)/g

/**
 * An ordinary word of prose, "unknown key: x": as a name it needs company, a dash or a dot, or an equals sign. And fields of Kubernetes
 * that only name a key or a Secret.
 */
const isPlain = (name: string, matched: string): boolean =>
  (/^keys?$/i.test(name) && !matched.includes('='))
  || /(?:^|\.)(?:topologyKey|secretName|automountServiceAccountToken|(?:mis)?matchLabelKeys(?:\.\d+)?|podTemplate\..*\.key)$/.test(name)

interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Where the value that begins at `from` ends: at its closing quote; in a file of keys and values with its line; else at a blank, a quote or
 * the end. Brackets and commas behind it stay.
 */
const valueAt = (text: string, from: number, isLine: boolean): Span => {
  const rest = text.slice(from)
  const quote = /^\\*["']/.exec(rest)?.[0]
  if (quote !== undefined) {
    const inside = rest.slice(quote.length)
    const length = inside.search(new RegExp(`(?<!\\\\)${quote.replaceAll('\\', '\\\\')}`))
    return { start: from + quote.length, end: from + quote.length + (length < 0 ? inside.length : length) }
  }
  if (isLine) return { start: from, end: from + (/^.*/.exec(rest)?.[0].trimEnd().length ?? 0) }
  const plain = /^[^\s"'`\\]*/.exec(rest)?.[0] ?? ''
  const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)\s+[^\s"'`\\]+/i.exec(rest)?.[0]
  return { start: from, end: from + (scheme ?? plain.replace(/[)\]},;.]+$/, '')).length }
}

/** Does the text have several lines, and does the name stand first in its own? */
const isFirstInLine = (text: string, at: number): boolean =>
  text.includes('\n') && /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))

const isShown = (value: string): boolean =>
  isHidden(value) || isSwitch(value) || value.startsWith(hidden.slice(0, -1)) || value.startsWith('{..')

/** Values behind names; a name inside of a hidden value is none. */
const hideValues = (text: string, names: RegExp, isSecret: (name: string, matched: string) => boolean, hide: Hide): string => {
  const { shown, done } = [...text.matchAll(names)].reduce((before, { 0: matched, 1: name = '', index }) => {
    if (index < before.done || !isSecret(name, matched)) return before
    const { start, end } = valueAt(text, index + matched.length, isFirstInLine(text, index))
    const value = text.slice(start, end)
    return isShown(value) ? before : { shown: `${before.shown}${text.slice(before.done, start)}${hide(value)}`, done: end }
  }, { shown: '', done: 0 })
  return done === 0 ? text : `${shown}${text.slice(done)}`
}

const unlessHidden = (value: string, hide: Hide): string => (isHidden(value) ? value : hide(value))

/** Of these, what stands before the @ is a container. */
const isContainer = (scheme: string, user: string): boolean => /^(?:wasbs?|abfss?):/i.test(scheme) && !user.includes(':')

/** A password with a slash ends the authority too early: host and port, and only then a path, or the @ belongs to user information. */
const isHostAndPort = (authority: string): boolean => /^[^:/?#]*(?::\d*)?[/?#]/.test(authority)

const hideUserInformation = (text: string, hide: Hide): string =>
  text
    .replace(/((?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/)([^\s"'<>]*)@/gi, (all, scheme: string, before: string) => {
      if (!/[/?#]/.test(before)) return isContainer(scheme, before) ? all : `${scheme}${unlessHidden(before, hide)}@`
      // one @ in the authority, another one in the path
      const [authority = ''] = before.split(/[/?#]/)
      const inside = authority.lastIndexOf('@')
      if (inside >= 0) {
        const user = before.slice(0, inside)
        return isContainer(scheme, user) ? all : `${scheme}${unlessHidden(user, hide)}${before.slice(inside)}@`
      }
      return isHostAndPort(before) ? all : `${scheme}${unlessHidden(before, hide)}@`
    })
    .replace(/(jdbc:oracle:[a-z]+:)([^\s@"'()]+)@/gi, (_all, driver: string, user: string) => `${driver}${unlessHidden(user, hide)}@`)
    .replace(/(^|[\s"'=(,])([\w.+-]+:[^\s@:/"'()]+)@(?!sha\d+:)(?=[\w[(])/g, (_all, before: string, user: string) =>
      `${before}${unlessHidden(user, hide)}@`)

/** What is known for a secret by its looks: private keys, JSON web tokens, keys of AWS, tokens of GitHub, bearers. */
const hideByLooks = (text: string, hide: Hide): string =>
  text
    .replace(/-----BEGIN [^-]*PRIVATE KEY-----[\s\S]*?(?:-----END [^-]*-----|$)/g, secret => hide(secret))
    .replace(/\beyJ[\w-]{8,}\.[\w-]+\.?[\w-]*|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{20,}/g, secret => hide(secret))
    .replace(/\b(Bearer\s+)([^\s"'`,;]+)/gi, (_all, scheme: string, token: string) => `${scheme}${unlessHidden(token, hide)}`)

/**
 * Free text without its secrets: `password=x`, `-Dfoo.Password=x`, `--db.password x`, `"token": "x"`, user information and signatures in
 * URLs, JAAS and JDBC texts. Total; doing it twice changes nothing more. In doubt more is hidden than a secret: up to the next blank or
 * quote.
 */
export const hideInText = (text: string, { hide, isSensitive, isWider }: Hiding): string => {
  if (!isWider && !mayHoldSecret.test(text)) return text
  const named = hideValues(text, assignment, (name, matched) => isSensitive(name) && !isPlain(name, matched), hide)
  return hideByLooks(hideUserInformation(hideValues(named, flag, isSensitive, hide), hide), hide)
}
