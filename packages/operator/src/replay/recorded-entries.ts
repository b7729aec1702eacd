import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Entry } from '@flink-operator/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { isLine, isRound } from './recording.ts'

/** A recording: the lines of `run --record`, with their places in the files. */
export interface RecordedEntries {
  readonly files: readonly { readonly path: string; readonly values: readonly Entry['value'][] }[]
}

/** True for a recording: a folder may also contain other JSON lines. */
const isRecording = (path: string): boolean => {
  if (!/\.jsonl(\.gz)?$/.test(path)) return false
  const [first = ''] = textOf(path).split('\n', 1)
  const value = parsed(first)
  return isLine(value) || isRound(value)
}

const parsed = (line: string): unknown => E.toUnion(E.tryCatch(() => JSON.parse(line) as unknown, () => null))

const childrenOf = (path: string): readonly string[] => readdirSync(path).sort().map(name => join(path, name))

/** A folder stands for its recordings: those of successive or concurrent processes. */
const filesAt = (path: string): readonly string[] => (statSync(path).isDirectory() ? childrenOf(path).filter(isRecording) : [path])

/**
 * A folder of folders, as left by end-to-end stories, stands for each of its folders with a recording. Paths that can't be read are
 * returned unchanged.
 */
export const recordingsAt = (paths: readonly string[]): readonly (readonly string[])[] =>
  E.toUnion(E.tryCatch(() => {
    const folders = paths.length === 1 ? paths.filter(path => statSync(path).isDirectory()).flatMap(childrenOf).filter(path =>
      statSync(path).isDirectory() && filesAt(path).length > 0
    ) : []
    return folders.length === 0 ? [paths] : folders.map(folder => [folder])
  }, () => [paths]))

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  if (!path.endsWith('.gz')) return bytes.toString('utf8')
  const unpacked = E.tryCatch(() => gunzipSync(bytes), error => (error instanceof Error ? error.message : String(error)))
  if (E.isLeft(unpacked)) throw new Error(`${path}: it can't be unpacked (${unpacked.left})`)
  return unpacked.right.toString('utf8')
}

const whatIsAllowed = 'give what `run --record FILE` writes: a file NAME.jsonl or NAME.jsonl.gz, or a folder of such files'

/** The last line of a killed process may be cut off. */
const valuesIn = (path: string): readonly Entry['value'][] => {
  const lines = textOf(path).split('\n').filter(line => line.trim() !== '')
  if (lines.length === 0) throw new Error(`${path}: it is empty`)
  return lines.flatMap((line, index) => {
    const value = E.tryCatch(() => JSON.parse(line) as unknown, error => (error instanceof Error ? error.message : String(error)))
    if (E.isRight(value) && (isLine(value.right) || isRound(value.right))) return [value.right]
    if (E.isLeft(value) && index > 0 && index === lines.length - 1) return []
    throw new Error(`${path}: line ${index + 1} is ${E.isLeft(value) ? `no JSON (${value.left})` : 'no line of a recording'}`)
  })
}

const reasonOf = (error: unknown): string => {
  const { code, path = '', message } = error as NodeJS.ErrnoException
  return code === undefined ? message
    : `${path}: ${
      code === 'ENOENT' ? 'there is no such file or folder' : code === 'EACCES' ? 'it may not be read' : `it can't be read (${code})`
    }`
}

/** Reads recordings. Left: one line that says what is wrong and what is expected. */
export const readEntries = (paths: readonly string[]): E.Either<string, RecordedEntries> =>
  E.tryCatch(
    () => {
      const files = paths.flatMap(filesAt).map(path => ({ path, values: valuesIn(path) }))
      if (files.length === 0) throw new Error(`${paths.join(', ')}: no recording is in it`)
      return { files }
    },
    error => `${reasonOf(error)}; ${whatIsAllowed}`,
  )
