import * as E from 'fp-ts/lib/Either.js'
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseAllDocuments } from 'yaml'
import { exactJsonOf, kubernetesYaml, type NoJson } from '@flink-operator/core/codec'
import type { Json } from '@flink-operator/core/resource'
import type { InputProblem, Place } from './problem.ts'

/** A text and its file name. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** One value of a file, and the positions of its fields. */
export interface ParsedDocument {
  /** Exact JSON (`parseExactJson`). */
  readonly value: Json
  /** The position of a dotted path. For a missing field, the position of its nearest existing parent. */
  readonly placeOf: (path: string) => Place
}

/** The parser's first line. For a document that is nested too deeply, the parser reports its own stack instead. */
const yamlWords = (message: string): string =>
  message.startsWith('Maximum call stack') ? 'it is nested too deep'
    : (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').replace(/:$/, '')

const segmentsOf = (path: string): readonly string[] => path.split(/[.[\]]/).filter(it => it !== '')

/** The offset at which the deepest existing part of a path begins. Tries keys with dots whole, the longest first. */
const offsetAt = (node: unknown, segments: readonly string[], begun: number): number => {
  if (segments.length === 0) return begun
  if (isSeq(node)) {
    const item = node.items[Number(segments[0])]
    return isNode(item) && item.range ? offsetAt(item, segments.slice(1), item.range[0]) : begun
  }
  if (!isMap(node)) return begun
  const found = segments.map((_, index) => segments.length - index).flatMap(length => {
    const key = segments.slice(0, length).join('.')
    const pair = node.items.find(it => isScalar(it.key) && String(it.key.value) === key)
    return pair !== undefined && isScalar(pair.key) ? [{ pair, length, at: pair.key.range?.[0] ?? begun }] : []
  })[0]
  return found === undefined ? begun : offsetAt(found.pair.value, segments.slice(found.length), found.at)
}

const parsedOf = (file: string, document: Document, lines: LineCounter): E.Either<InputProblem, readonly ParsedDocument[]> => {
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line, column: col }
  }
  const begun = document.contents?.range?.[0] ?? 0
  const problem = (message: string, offset: number): InputProblem => ({
    ...placeAt(offset),
    resource: null,
    field: null,
    message: yamlWords(message),
  })
  const [error] = document.errors
  if (error !== undefined) return E.left(problem(error.message, error.pos[0]))
  const value = E.mapLeft(({ message, offset }: NoJson) => problem(message, offset ?? begun))(exactJsonOf(document))
  if (E.isLeft(value)) return value
  if (value.right === null || value.right === undefined) return E.right([])
  const placeBelow = (prefix: readonly string[]) => (path: string): Place =>
    placeAt(offsetAt(document.contents, [...prefix, ...segmentsOf(path)], begun))
  const items = itemsOf(value.right)
  return E.right(
    items === null ? [{ value: value.right, placeOf: placeBelow([]) }]
      : items.map((item, index) => ({ value: item, placeOf: placeBelow(['items', String(index)]) })),
  )
}

/** `kubectl get -o yaml` wraps several objects into one List. */
const itemsOf = (value: Json): readonly Json[] | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { kind, items } = value as { readonly kind?: Json; readonly items?: Json }
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : null
}

/** The documents of a file (JSON is YAML; as kubectl reads it: YAML 1.1). An unreadable document does not hide the others. */
export const parseSource = ({ file, text }: Source): readonly E.Either<InputProblem, ParsedDocument>[] => {
  const lines = new LineCounter()
  const parsed = E.tryCatch(
    () => parseAllDocuments(text, { ...kubernetesYaml, lineCounter: lines }),
    (thrown): InputProblem => ({
      file,
      line: null,
      column: null,
      resource: null,
      field: null,
      message: yamlWords((thrown as Error).message),
    }),
  )
  if (E.isLeft(parsed)) return [parsed]
  const documents = Array.isArray(parsed.right) ? parsed.right as readonly Document[] : []
  return documents.flatMap(document => {
    const read = parsedOf(file, document, lines)
    return E.isLeft(read) ? [read] : read.right.map(it => E.right(it))
  })
}
