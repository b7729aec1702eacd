import { readFileSync, statSync } from 'node:fs'
import type { LoadDocument } from '@flink-operator/core/autoscaler'
import { documentsIn } from '@flink-operator/planner/autoscaler-plan'
import * as E from 'fp-ts/lib/Either.js'

/** No recording is longer: a ConfigMap holds at most a megabyte. */
const longestFile = 64 * 1024 * 1024

const cause = (thrown: unknown): string =>
  (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (thrown as Error).message.split(/[,\n]/)[0] ?? ''

const attempt = <A>(file: string, action: () => A): E.Either<string, A> =>
  E.tryCatch(action, thrown => `${file} can't be read: ${cause(thrown)}`)

const textOf = (file: string): E.Either<string, string> => {
  if (file === '-') return attempt('standard input', () => readFileSync(0, 'utf8'))
  const size = attempt(file, () => statSync(file))
  if (E.isLeft(size)) return size
  if (size.right.isDirectory()) return E.left(`${file} is a folder: name the files in it`)
  return size.right.size > longestFile ? E.left(`${file} has ${size.right.size} bytes: at most ${longestFile} are read`)
    : attempt(file, () => readFileSync(file, 'utf8'))
}

/** The documents of a YAML or JSON file, in order. */
export const documentsOf = (file: string): E.Either<string, readonly LoadDocument[]> => {
  const text = textOf(file)
  if (E.isLeft(text)) return text
  if (text.right.length > longestFile) return E.left(`standard input has more than ${longestFile} characters`)
  return documentsIn(file, text.right)
}

/** The documents of all files. Left: one line that says what is wrong. */
export const readDocuments = (files: readonly string[]): E.Either<string, readonly LoadDocument[]> => {
  const all: LoadDocument[] = []
  for (const file of files) {
    const read = documentsOf(file)
    if (E.isLeft(read)) return read
    all.push(...read.right)
  }
  return E.right(all)
}
