import { readFileSync } from 'node:fs'
import { identityOf, type JsonObject } from '@flink-operator/core'
import { type KindName, kindOf } from '@flink-operator/core/kinds'
import { plannedKinds } from '@flink-operator/core/plan'
import * as E from 'fp-ts/lib/Either.js'
import { parseAllDocuments } from 'yaml'

/** One resource of a file, of a kind that can be planned. */
export interface FileResource {
  readonly file: string
  readonly kind: KindName
  readonly name: string
  /** Null: the file names none. */
  readonly namespace: string | null
  readonly json: JsonObject
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const read = (file: string): E.Either<string, string> =>
  E.tryCatch(
    () => readFileSync(file === '-' ? 0 : file, 'utf8'),
    thrown =>
      `${file} cannot be read: ${
        (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (thrown as Error).message.split(',')[0] ?? ''
      }`,
  )

/** The parser's first line; what goes too deep for it, it tells in words of its own stack. */
const yamlWords = (message: string): string =>
  message.startsWith('Maximum call stack') ? 'it is nested too deep' : (message.split('\n')[0] ?? '').replace(/:$/, '')

const kindWords = (value: JsonObject): string => {
  const { kind, apiVersion } = value
  return `${typeof kind === 'string' ? kind : 'no kind'} of ${typeof apiVersion === 'string' ? apiVersion : 'no apiVersion'}`
}

const resource = (file: string, kind: KindName, value: JsonObject): E.Either<string, FileResource> => {
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const { name, namespace } = metadata
  if (typeof name !== 'string' || name === '') return E.left(`${file}: metadata.name is missing`)
  return E.right({ file, kind, name, namespace: typeof namespace === 'string' ? namespace : null, json: value })
}

/**
 * The resources that can be planned of a file with one or more YAML documents (JSON is YAML); other kinds are passed over. Left: one
 * line that names file and place.
 */
export const readResources = (file: string): E.Either<string, readonly FileResource[]> => {
  const text = read(file)
  if (E.isLeft(text)) return text
  const documents = parseAllDocuments(text.right, { version: '1.1', logLevel: 'silent', intAsBigInt: false })
  const values: unknown[] = []
  for (const document of Array.isArray(documents) ? documents : []) {
    const [error] = document.errors
    if (error !== undefined) return E.left(`${file}: ${yamlWords(error.message)}`)
    const value = E.tryCatch(
      () => document.toJS({ maxAliasCount: 100 }) as unknown,
      thrown => `${file}: ${yamlWords((thrown as Error).message)}`,
    )
    if (E.isLeft(value)) return value
    if (value.right !== null && value.right !== undefined) values.push(value.right)
  }
  const found: FileResource[] = []
  const others: string[] = []
  for (const value of values) {
    if (!isObject(value)) return E.left(`${file}: expected resources, got ${Array.isArray(value) ? 'a list' : `a ${typeof value}`}`)
    const kind = plannedKinds.find(name => name === value['kind'])
    if (kind === undefined) {
      others.push(kindWords(value))
      continue
    }
    const { apiVersion } = identityOf(kindOf(kind).type)
    if (value['apiVersion'] !== apiVersion) return E.left(`${file}: ${kindWords(value)}: expected apiVersion ${apiVersion}`)
    const one = resource(file, kind, value)
    if (E.isLeft(one)) return one
    found.push(one.right)
  }
  if (found.length === 0)
    return E.left(`${file}: no ${plannedKinds.join(' or ')} in it${others.length === 0 ? '' : `, but ${[...new Set(others)].join(', ')}`}`)
  return E.right(found)
}
