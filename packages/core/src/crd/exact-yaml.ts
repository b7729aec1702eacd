import * as E from 'fp-ts/lib/Either.js'
import { type Document, type DocumentOptions, type ParseOptions, Scalar, type SchemaOptions, type Tags, visit } from 'yaml'
import type { Json } from '../contract/resource/json.ts'
import { wholeNumber } from './exact-json.ts'

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
