import * as E from 'fp-ts/lib/Either.js'
import { type JavaUri, parseJavaUri } from './java-uri.ts'

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
