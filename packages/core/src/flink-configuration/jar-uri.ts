import * as E from 'fp-ts/lib/Either.js'

/** Parts of a URI reference as Java's `URI` sees them; `path` is null for an opaque one (`local:a.jar`). */
interface Uri {
  readonly text: string
  readonly scheme: string | null
  readonly authority: string | null
  readonly path: string | null
  readonly query: string | null
  readonly fragment: string | null
}

const illegal = /[\s"<>\\^`{|}\p{Cc}\p{Zs}]|%(?![0-9a-fA-F]{2})/u
const pattern = /^(?:([^:/?#]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su

const problem = (text: string, [, scheme, authority, path = '', query]: readonly (string | undefined)[]): string | null => {
  const bad = illegal.exec(text)
  if (bad !== null) return `Illegal character at index ${bad.index}: ${text}`
  if (scheme !== undefined && !/^[a-zA-Z][a-zA-Z0-9+.-]*$/u.test(scheme)) return `Illegal scheme name: ${text}`
  if (authority === '' && path === '') return `Expected authority: ${text}`
  if (scheme !== undefined && authority === undefined && path === '' && query === undefined) return `Expected scheme-specific part: ${text}`
  return /[[\]]/u.test(path) ? `Illegal character in path: ${text}` : null
}

const parse = (text: string): E.Either<string, Uri> => {
  const parts: readonly (string | undefined)[] = pattern.exec(text) ?? []
  const found = problem(text, parts)
  if (found !== null) return E.left(found)
  const [, scheme = null, authority = null, path = '', query = null, fragment = null] = parts
  const opaque = scheme !== null && authority === null && !path.startsWith('/')
  return E.right({ text, scheme, authority, path: opaque ? null : path, query: opaque ? null : query, fragment })
}

/** Escapes of ASCII characters that the part may hold as they are become those characters, as in `new URI(scheme, authority, path, …)`. */
const requoted = (part: string, legal: RegExp): string =>
  part.replace(/%([0-9a-fA-F]{2})/gu, (escape, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16))
    return legal.test(character) ? character : escape.toUpperCase()
  })

const inPath = /[\w!'()*~.:@&=+$,;/-]/u
const inQuery = /[\w!'()*~.:@&=+$,;/?[\]-]/u

/** Non-ASCII characters as escaped UTF-8, as in `URI.toASCIIString`. */
const ascii = (text: string): string => text.replace(/[^\0-\x7f]+/gu, characters => encodeURIComponent(characters.normalize('NFC').toWellFormed()))

const suffix = (mark: string, part: string | null): string => (part === null ? '' : `${mark}${requoted(part, inQuery)}`)

const asFile = ({ authority, path, query, fragment }: Uri): string =>
  `file://${authority ?? ''}${requoted(path ?? '', inPath)}${suffix('?', query)}${suffix('#', fragment)}`

/** The jar of a native application, as it was written. Left: it is no URI. */
export const nativeJarUri = (jarURI: string): E.Either<string, string> => E.map(({ text }: Uri) => text)(parse(jarURI))

/**
 * The jar of a standalone application (api-and-config.md, section 9.3): `local` becomes `file`. Left: it is no URI, has no scheme, or names
 * no file (`local:a.jar`).
 */
export const standaloneJarUri = (jarURI: string): E.Either<string, string> =>
  E.chain((uri: Uri): E.Either<string, string> => {
    if (uri.scheme === null) return E.left(`jarURI has no scheme: ${jarURI}`)
    if (uri.scheme !== 'local') return E.right(ascii(uri.text))
    return uri.path === null || (uri.path === '' && (uri.authority ?? '') === '') ? E.left(`jarURI names no file: ${jarURI}`) : E.right(ascii(asFile(uri)))
  })(parse(jarURI))
