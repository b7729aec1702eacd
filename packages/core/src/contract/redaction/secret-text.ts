import type { Span } from '../../text/known-texts.ts'
import { replacedSpans, closingQuote, isFirstInLine } from '../../text/replaced-spans.ts'
import { hideInCommands } from './command-secrets.ts'
import { hasTokenForm, hideTokens } from './secret-forms.ts'
import { hideInMarkup, hideInProperties, hidden, type Hide, type Hiding, isHidden, isSwitch } from './sensitive-name.ts'
import { hideUserInformation } from './user-information.ts'

/** A text without any of these and without a token form has nothing to hide. Most texts end here. */
const mayHoldSecret =
  /pass|secret|pwd|token|key|cred|auth|sig|sas|jaas|http.?headers|cookie|bearer|basic|connection.?string|webhook|dsn|pw|@|%(?:25)?40|(?<![^\s"',[(])--?[upaw]/i

/** A word, and the separator between a name and its value: `name=`, `"name": `, `\"name\":`. Quotes of JSON inside JSON are escaped. */
const assignment = /([\w.-]+)((?:\\*["'])?\s*[=:]\s*)?/g
/** `--name value`, `"--name","value"`. */
const flag = /(?<=^|[\s"'[,(])(--?)([A-Za-z][\w.-]*)(\\*["']\s*,\s*|\s+)/g
/** `proxy_set_header X-Auth-Token value;`, `set $token value;`: snippets of a proxy's configuration. */
const directive =
  /(?<![\w$.-])((?:proxy_set_header|grpc_set_header|more_set_headers|add_header|fastcgi_param|set)\s+["']?\$?)([A-Za-z][\w-]*)(["']?\s+)/g

/**
 * True for an ordinary word of prose, "unknown key: x": it counts as a name only with a dash, a dot, or an equals sign. Also for Kubernetes
 * fields that only name a key or a Secret.
 */
const isPlain = ({ name, between }: Named): boolean =>
  (/^keys?$/i.test(name) && !between.includes('='))
  || /(?:^|\.)(?:topologyKey|secretName|automountServiceAccountToken|(?:mis)?matchLabelKeys(?:\.\d+)?)$/.test(name)
  || (name.endsWith('.key') && /(?:^|\.)podTemplate\./.test(name.slice(0, -'.key'.length)))

/** A name in a text, and where its value begins. */
interface Named {
  readonly name: string
  /** The text between the name and its value. */
  readonly between: string
  readonly start: number
  readonly value: number
}

/** A name begins with the first letter of its word, after digits, dots and dashes. */
const assignments = (text: string): readonly Named[] =>
  [...text.matchAll(assignment)].flatMap(({ 0: matched, 1: word = '', 2: between, index }) => {
    const skipped = between === undefined ? -1 : word.search(/[A-Za-z_]/)
    return between === undefined || skipped < 0 ? []
      : [{ name: word.slice(skipped), between, start: index + skipped, value: index + matched.length }]
  })

/** Names between a mark and blanks. */
const marked = (text: string, pattern: RegExp): readonly Named[] =>
  [...text.matchAll(pattern)].map(({ 0: matched, 2: name = '', 3: between = '', index }) => ({
    name,
    between,
    start: index,
    value: index + matched.length,
  }))

const openingQuote = /^\\*["']/
const scheme = /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate)\s+[^\s"'`\\]+/i

/** The end of an unquoted value: in a file of keys and values the end of its line, else a blank, a quote or the end of the text. */
const plainEnd = (text: string, from: number, isLine: boolean): number => {
  const rest = text.slice(from)
  if (isLine) return from + (/^.*/.exec(rest)?.[0].trimEnd().length ?? 0)
  const plain = /^[^\s"'`\\]*/.exec(rest)?.[0] ?? ''
  // trailing brackets and commas stay
  return from + (scheme.exec(rest)?.[0] ?? plain.replace(/(?<![)\]},;.])[)\]},;.]+$/, '')).length
}

const isShown = (value: string): boolean => isHidden(value) || isSwitch(value)

/** Hides the values of secret names. A name inside a hidden value does not count. */
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
 * Removes secrets from free text: `password=x`, `-Dfoo.Password=x`, `--db.password x`, `"token": "x"`, user information and signatures in
 * URLs, JAAS and JDBC texts, tokens of known form. Total; applying it twice changes nothing more; its time grows linearly with the text. In
 * doubt it hides more than the secret: up to the next blank or quote.
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
