import { Document, Scalar, type ToStringOptions, visit, type DocumentOptions, type ParseOptions, type SchemaOptions, type Tags } from 'yaml'
import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../contract/resource/json.ts'
import { wholeNumber } from './exact-json.ts'

/** Characters that some YAML parsers read as a line break or byte order mark. Only double quotes can escape them. */
const escapes: Readonly<Record<string, string>> = { '\u0085': '\\N', '\u2028': '\\L', '\u2029': '\\P', '\ufeff': '\\uFEFF' }
const escaped = /[\u0085\u2028\u2029\ufeff]/gu

/** True if a block scalar at the end of a document would lose its last lines. */
const endsInBlankLine = (text: string): boolean => {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  return body.slice(body.lastIndexOf('\n') + 1).trim() === ''
}

const needsDoubleQuotes = (value: unknown): boolean =>
  typeof value === 'string' && (Object.keys(escapes).some(it => value.includes(it)) || endsInBlankLine(value))

/**
 * YAML that every parser reads the same way. `compat`: for parsers of YAML 1.1, such as kubectl and Helm, which read more plain texts as a
 * boolean, number or date (U04).
 */
export const yamlText = (
  value: unknown,
  { compat, ...style }: Pick<ToStringOptions, 'singleQuote' | 'blockQuote'> & { readonly compat?: 'yaml-1.1' } = {},
): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, ...(compat === undefined ? {} : { compat }) })
  visit(document, {
    Scalar: (_, scalar) =>
      scalar.type !== Scalar.QUOTE_DOUBLE && needsDoubleQuotes(scalar.value)
        ? Object.assign(new Scalar(scalar.value), { type: Scalar.QUOTE_DOUBLE }) : undefined,
  })
  return document.toString({ lineWidth: 0, ...style }).replaceAll(escaped, found => escapes[found] ?? found)
}

/** Reads timestamps and base-60 numbers (`1:30`) as text, as kubectl does. */
const withoutTimes = (tags: Tags): Tags =>
  tags.filter(tag => typeof tag === 'string' ? tag !== 'timestamp' : tag.tag !== 'tag:yaml.org,2002:timestamp' && tag.format !== 'TIME')

/** YAML as kubectl and the API server read it: YAML 1.1. */
export const kubernetesYaml = {
  version: '1.1',
  customTags: withoutTimes,
  logLevel: 'silent',
  intAsBigInt: true,
  prettyErrors: false,
} as const satisfies DocumentOptions & ParseOptions & SchemaOptions

/** A value of a document that JSON can not express, and its offset. */
export interface NoJson {
  readonly message: string
  readonly offset: number | null
}

const offsetOf = ({ range }: Scalar): number | null => range?.[0] ?? null

/** kubectl reads a number beyond a double (`1e400`) as text. JSON can not express Infinity and NaN. */
const scalarValue = ({ value, source = '' }: Scalar): unknown =>
  typeof value === 'bigint' ? wholeNumber(value)
    : typeof value !== 'number' || Number.isFinite(value) || !/\d/.test(source) ? value
    : source

/** The exact JSON (`parseExactJson`) of a document that was parsed with `kubernetesYaml`; undefined: it is empty. */
export const exactJsonOf = (document: Document): E.Either<NoJson, Json | undefined> => {
  const without: Scalar[] = []
  visit(document, {
    Scalar: (key, node) => {
      // a key is always text: keep its digits unchanged
      const value = key === 'key' ? node.value : scalarValue(node)
      if (typeof value === 'number' && !Number.isFinite(value)) without.push(node)
      if (Object.is(value, node.value)) return undefined
      const next = new Scalar(value)
      Object.assign(next, node, { value })
      return next
    },
  })
  const [first] = without
  if (first !== undefined) return E.left({ message: `${first.source ?? ''} has no form in JSON`, offset: offsetOf(first) })
  return E.tryCatch(
    () => document.toJS({ maxAliasCount: 100 }) as Json | undefined,
    (thrown): NoJson => ({ message: (thrown as Error).message, offset: null }),
  )
}
