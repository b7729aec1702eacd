import type { Span } from '../text/known-texts.ts'
import { replacedSpans } from '../text/replaced-spans.ts'
import { closingQuote, isFirstInLine } from '../text/scan.ts'
import { hideInCommands } from './command-secrets.ts'
import { hasTokenForm, hideTokens } from './secret-forms.ts'
import { hideInMarkup, hideInProperties } from './named-elsewhere.ts'
import { hidden, type Hide, type Hiding, isHidden, isSwitch } from './sensitive-name.ts'
import { hideUserInformation } from './user-information.ts'

/** Without any of these, and without the looks of a token, there is nothing to hide; most texts end here. */
const mayHoldSecret =
  /pass|secret|pwd|token|key|cred|auth|sig|sas|jaas|http.?headers|cookie|bearer|basic|connection.?string|webhook|dsn|pw|@|%(?:25)?40|(?<![^\s"',[(])--?[upaw]/i

/** A word, and what stands between a name and its value: `name=`, `"name": `, `\"name\":`; quotes of JSON inside of JSON are escaped. */
const assignment = /([\w.-]+)((?:\\*["'])?\s*[=:]\s*)?/g
/** `--name value`, `"--name","value"`. */
const flag = /(?<=^|[\s"'[,(])(--?)([A-Za-z][\w.-]*)(\\*["']\s*,\s*|\s+)/g
/** `proxy_set_header X-Auth-Token value;`, `set $token value;`: what snippets of a proxy's configuration say. */
const directive =
  /(?<![\w$.-])((?:proxy_set_header|grpc_set_header|more_set_headers|add_header|fastcgi_param|set)\s+["']?\$?)([A-Za-z][\w-]*)(["']?\s+)/g

/**
 * An ordinary word of prose, "unknown key: x": as a name it needs company, a dash or a dot, or an equals sign. And fields of Kubernetes
 * that only name a key or a Secret.
 */
const isPlain = ({ name, between }: Named): boolean =>
  (/^keys?$/i.test(name) && !between.includes('='))
  || /(?:^|\.)(?:topologyKey|secretName|automountServiceAccountToken|(?:mis)?matchLabelKeys(?:\.\d+)?)$/.test(name)
  || (name.endsWith('.key') && /(?:^|\.)podTemplate\./.test(name.slice(0, -'.key'.length)))

/** A name in a text, and where its value begins. */
interface Named {
  readonly name: string
  /** What stands between the name and its value. */
  readonly between: string
  readonly start: number
  readonly value: number
}

/** A name begins with the first letter of its word, behind digits, dots and dashes. */
const assignments = (text: string): readonly Named[] =>
  [...text.matchAll(assignment)].flatMap(({ 0: matched, 1: word = '', 2: between, index }) => {
    const skipped = between === undefined ? -1 : word.search(/[A-Za-z_]/)
    return between === undefined || skipped < 0 ? []
      : [{ name: word.slice(skipped), between, start: index + skipped, value: index + matched.length }]
  })

/** Names that stand between a mark and blanks. */
const marked = (text: string, pattern: RegExp): readonly Named[] =>
  [...text.matchAll(pattern)].map(({ 0: matched, 2: name = '', 3: between = '', index }) => ({
    name,
    between,
    start: index,
    value: index + matched.length,
  }))

const openingQuote = /^\\*["']/
const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)\s+[^\s"'`\\]+/i

/** Where a value that is in no quotes ends: in a file of keys and values with its line, else at a blank, a quote or the end. */
const plainEnd = (text: string, from: number, isLine: boolean): number => {
  const rest = text.slice(from)
  if (isLine) return from + (/^.*/.exec(rest)?.[0].trimEnd().length ?? 0)
  const plain = /^[^\s"'`\\]*/.exec(rest)?.[0] ?? ''
  // brackets and commas behind it stay
  return from + (scheme.exec(rest)?.[0] ?? plain.replace(/(?<![)\]},;.])[)\]},;.]+$/, '')).length
}

const isShown = (value: string): boolean => isHidden(value) || isSwitch(value)

/** Values behind names; a name inside of a hidden value is none. */
const hideValues = (text: string, names: readonly Named[], isSecret: (named: Named) => boolean, hide: Hide): string => {
  const found: Span[] = []
  const hasLines = text.includes('\n')
  for (const named of names) {
    if (named.start < (found.at(-1)?.end ?? 0) || !isSecret(named)) continue
    const quote = openingQuote.exec(text.slice(named.value))?.[0] ?? ''
    const start = named.value + quote.length
    if (text.startsWith(hidden.slice(0, -1), start) || text.startsWith('{..', start)) continue
    const end = quote === '' ? plainEnd(text, start, hasLines && isFirstInLine(text, named.start)) : closingQuote(text, quote, start)
    if (!isShown(text.slice(start, end))) found.push({ start, end })
  }
  return replacedSpans(text, found, hide)
}

/**
 * Free text without its secrets: `password=x`, `-Dfoo.Password=x`, `--db.password x`, `"token": "x"`, user information and signatures in
 * URLs, JAAS and JDBC texts, tokens of known form. Total; doing it twice changes nothing more; its time grows with the text and no faster.
 * In doubt more is hidden than a secret: up to the next blank or quote.
 */
export const hideInText = (text: string, { hide, isSensitive, isWider }: Hiding): string => {
  const isNamed = isWider || mayHoldSecret.test(text)
  if (!isNamed && !hasTokenForm(text)) return text
  return isNamed ? hideTokens(hideUserInformation(hideNamed(text, hide, isSensitive), hide), hide) : hideTokens(text, hide)
}

const hideNamed = (text: string, hide: Hide, isSensitive: (name: string) => boolean): string => {
  const isSecret = ({ name }: Named): boolean => isSensitive(name)
  const once = hideValues(text, assignments(text), named => isSensitive(named.name) && !isPlain(named), hide)
  const twice = hideValues(once, marked(once, flag), isSecret, hide)
  const directives = hideValues(twice, marked(twice, directive), isSecret, hide)
  return hideInCommands(hideInProperties(hideInMarkup(directives, hide, isSensitive), hide, isSensitive), hide)
}
