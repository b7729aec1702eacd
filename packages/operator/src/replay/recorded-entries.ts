import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Entry } from '@flink-operator/core/simulation'
import * as E from 'fp-ts/lib/Either.js'
import { isLine, isRound } from './recording.ts'

/** A recording: lines as `run --record` writes them, each with the place that it has in its file. */
export interface RecordedEntries {
  readonly files: readonly { readonly path: string; readonly values: readonly Entry['value'][] }[]
}

/** In a folder, other lines of JSON lie beside recordings. */
const isRecording = (path: string): boolean => {
  if (!/\.jsonl(\.gz)?$/.test(path)) return false
  const [first = ''] = textOf(path).split('\n', 1)
  const value = parsed(first)
  return isLine(value) || isRound(value)
}

const parsed = (line: string): unknown => E.toUnion(E.tryCatch(() => JSON.parse(line) as unknown, () => null))

const childrenOf = (path: string): readonly string[] => readdirSync(path).sort().map(name => join(path, name))

/** A folder stands for the recordings in it: those of the processes that ran one after the other, or at once. */
const filesAt = (path: string): readonly string[] => (statSync(path).isDirectory() ? childrenOf(path).filter(isRecording) : [path])

/** A folder of folders, as end-to-end stories leave one, stands for each of those that has a recording. Paths that can't be read stay as they are. */
export const recordingsAt = (paths: readonly string[]): readonly (readonly string[])[] => E.toUnion(E.tryCatch(() => {
  const folders = paths.length === 1 ? paths.filter(path => statSync(path).isDirectory()).flatMap(childrenOf).filter(path => statSync(path).isDirectory() && filesAt(path).length > 0) : []
  return folders.length === 0 ? [paths] : folders.map(folder => [folder])
}, () => [paths]))

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** The last line of a process that was killed may be cut off. */
const valuesIn = (path: string): readonly Entry['value'][] => {
  const lines = textOf(path).split('\n').filter(line => line.trim() !== '')
  return lines.flatMap((line, index) => {
    const value = parsed(line)
    if (isLine(value) || isRound(value)) return [value]
    if (value === null && index === lines.length - 1) return []
    throw new Error(`${path}: line ${index + 1} is no line of a recording; expected those of \`run --record\``)
  })
}

/** Reads recordings. Left: one line that says what is wrong with them. */
export const readEntries = (paths: readonly string[]): E.Either<string, RecordedEntries> =>
  E.tryCatch(
    () => {
      const files = paths.flatMap(filesAt).map(path => ({ path, values: valuesIn(path) })).filter(({ values }) => values.length > 0)
      if (files.length === 0) throw new Error(`${paths.join(', ')}: no recording`)
      return { files }
    },
    error => {
      const { code, path = '', message } = error as NodeJS.ErrnoException
      return code === 'ENOENT' ? `${path}: there is no such file or folder` : code === undefined ? message : `${path} can't be read: ${code}`
    },
  )
