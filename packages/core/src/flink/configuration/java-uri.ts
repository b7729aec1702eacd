import * as E from 'fp-ts/lib/Either.js'

/** Parts of a URI reference as in Java's `URI`. An opaque URI (`local:a.jar`) has neither path nor query. */
export interface JavaUri {
  readonly text: string
  readonly scheme: string | null
  readonly authority: string | null
  readonly path: string | null
  readonly query: string | null
  readonly fragment: string | null
}

/** Characters legal in every part except the scheme. Escapes are checked separately; non-ASCII letters are allowed. */
const unreserved = "\\w!'()*~.%-"
const foreign = '[^\\0-\\x7f\\s\\p{Cc}\\p{Zs}\\p{Zl}\\p{Zp}]'
const illegalBut = (allowed: string): RegExp => new RegExp(`(?!${foreign})[^${unreserved}${allowed}]`, 'u')

const illegalInPath = illegalBut(':@&=+$,;/')
const illegalInUric = illegalBut(':@&=+$,;/?\\[\\]')
const illegalInServer = illegalBut(':@&=+$,;\\[\\]')
const malformedEscape = /%(?![0-9a-fA-F]{2})/u

const problemAt = (what: string, index: number, text: string): string => `${what} at index ${String(index)}: ${text}`

/** Java's message for the first illegal character in `text[from..to)`; null if all are legal. */
const partProblem = (text: string, [from, to]: readonly [number, number], illegal: RegExp, part: string): string | null => {
  const [bad, escape] = [illegal, malformedEscape].map(pattern => text.slice(from, to).search(pattern)) as [number, number]
  if (escape >= 0 && (bad < 0 || escape < bad)) return problemAt('Malformed escape pair', from + escape, text)
  return bad < 0 ? null : problemAt(`Illegal character in ${part}`, from + bad, text)
}

const schemeProblem = (text: string, scheme: string): string | null => {
  if (scheme === '') return problemAt('Expected scheme name', 0, text)
  const bad = /^[a-zA-Z]/u.test(scheme) ? scheme.search(/[^a-zA-Z0-9+.-]/u) : 0
  return bad < 0 ? null : problemAt('Illegal character in scheme name', bad, text)
}

/** Brackets are legal only around an IPv6 address. */
const bracketProblem = (text: string, [from, to]: readonly [number, number]): string | null => {
  const authority = text.slice(from, to)
  const host = from + authority.lastIndexOf('@') + 1
  const first = from + authority.search(/[[\]]/u)
  if (first < from) return null
  if (first !== host || text[host] !== '[') return problemAt('Illegal character in hostname', first, text)
  const end = text.slice(host, to).indexOf(']')
  if (end < 0) return problemAt('Expected closing bracket for IPv6 address', to, text)
  return /^\[[0-9a-fA-F:.]+(?:%\w+)?\]$/u.test(text.slice(host, host + end + 1)) ? null
    : problemAt('Malformed IPv6 address', host + 1, text)
}

/**
 * Java parses an authority as a server, then as a name. If both fail, its message has the start of the authority, not the bad character.
 */
const authorityProblem = (text: string, range: readonly [number, number]): string | null => {
  const [from, to] = range
  if (from === to) return to === text.length ? problemAt('Expected authority', from, text) : null
  // the % before a scope is not an escape
  if (text.slice(from, to).includes(']') && !illegalInServer.test(text.slice(from, to))) return bracketProblem(text, range)
  const found = partProblem(text, range, illegalInServer, 'authority')
  if (found === null) return bracketProblem(text, range)
  return found.startsWith('Malformed') ? found : problemAt('Illegal character in authority', from, text)
}

const beginning = /^(?:([^:/?#]*):)?(?:(\/\/)([^/?#]*))?/u
const remainder = /^([^?#]*)(\?[^#]*)?(#.*)?$/su

/** The parts with their delimiters, and the end of each: scheme, slashes, authority, path, query. */
const partsOf = (text: string) => {
  const [begin = '', scheme, slashes = '', authority] = beginning.exec(text) ?? []
  const [, path = '', query = '', fragment = ''] = remainder.exec(text.slice(begin.length)) ?? []
  const start = scheme === undefined ? 0 : scheme.length + 1
  const afterSlashes = start + slashes.length
  const afterAuthority = afterSlashes + (authority ?? '').length
  const afterPath = afterAuthority + path.length
  const isOpaque = scheme !== undefined && slashes === '' && !path.startsWith('/')
  return {
    scheme,
    authority,
    path,
    query,
    fragment,
    start,
    afterSlashes,
    afterAuthority,
    afterPath,
    afterQuery: afterPath + query.length,
    isOpaque,
  }
}
type Parts = ReturnType<typeof partsOf>

const opaqueProblem = (text: string, { start, afterQuery }: Parts): string | null =>
  afterQuery === start ? problemAt('Expected scheme-specific part', start, text)
    : partProblem(text, [start, afterQuery], illegalInUric, 'opaque part')

const hierarchicalProblem = (text: string, { authority, afterSlashes, afterAuthority, afterPath, afterQuery }: Parts): string | null =>
  (authority === undefined ? null : authorityProblem(text, [afterSlashes, afterAuthority]))
    ?? partProblem(text, [afterAuthority, afterPath], illegalInPath, 'path')
    ?? partProblem(text, [afterPath + 1, afterQuery], illegalInUric, 'query')

/** A part without its delimiter; null if the part is absent. An empty part is not absent. */
const after = (part: string): string | null => (part === '' ? null : part.slice(1))

/** Parses like `new URI(text)` of Java 17. Left: the message of its exception. */
export const parseJavaUri = (text: string): E.Either<string, JavaUri> => {
  const parts = partsOf(text)
  const { scheme, authority, path, query, fragment, isOpaque, afterQuery } = parts
  const found = (scheme === undefined ? null : schemeProblem(text, scheme))
    ?? (isOpaque ? opaqueProblem(text, parts) : hierarchicalProblem(text, parts))
    ?? partProblem(text, [afterQuery + 1, text.length], illegalInUric, 'fragment')
  const [ownPath, ownQuery] = isOpaque ? [null, null] : [path, after(query)]
  return found === null
    ? E.right({ text, scheme: scheme ?? null, authority: authority ?? null, path: ownPath, query: ownQuery, fragment: after(fragment) })
    : E.left(found)
}

/** Decodes escapes of ASCII characters that are legal unescaped in the part, as in `new URI(scheme, authority, path, …)`. */
const requoted = (part: string, legal: RegExp): string =>
  part.replace(/%([0-9a-fA-F]{2})/gu, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return legal.test(character) ? character : escape.toUpperCase()
  })

const inPath = /[\w!'()*~.:@&=+$,;/-]/u
const inQuery = /[\w!'()*~.:@&=+$,;/?[\]-]/u

/** Escapes non-ASCII characters as UTF-8, as in `URI.toASCIIString`. */
const ascii = (text: string): string =>
  text.replace(/[^\0-\x7f]+/gu, characters => encodeURIComponent(characters.normalize('NFC').toWellFormed()))

const suffix = (mark: string, part: string | null): string => (part === null ? '' : `${mark}${requoted(part, inQuery)}`)

const asFile = ({ authority, path, query, fragment }: JavaUri): string =>
  `file://${authority ?? ''}${requoted(path ?? '', inPath)}${suffix('?', query)}${suffix('#', fragment)}`

/** The jar of a native application, unchanged. Left: it is not a URI. */
export const nativeJarUri = (jarURI: string): E.Either<string, string> => E.map(({ text }: JavaUri) => text)(parseJavaUri(jarURI))

/**
 * The jar of a standalone application (api-and-config.md, section 9.3): `local` becomes `file`. Left: it is not a URI, has no scheme, or
 * names no file (`local:a.jar`).
 */
export const standaloneJarUri = (jarURI: string): E.Either<string, string> =>
  E.chain((uri: JavaUri): E.Either<string, string> => {
    if (uri.scheme === null) return E.left(`jarURI has no scheme: ${jarURI}`)
    if (uri.scheme !== 'local') return E.right(ascii(uri.text))
    return uri.path === null || (uri.path === '' && (uri.authority ?? '') === '') ? E.left(`jarURI names no file: ${jarURI}`)
      : E.right(ascii(asFile(uri)))
  })(parseJavaUri(jarURI))
