import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { ExitCode } from '../../exit-code.ts'
import type { Source } from '@flink-operator/simulation/plan'
import type { Problem } from '../problem.ts'

const unreadable = (file: string, message: string): Problem => ({
  file,
  line: null,
  column: null,
  resource: null,
  field: null,
  message,
  exitCode: ExitCode.Usage,
})

const cause = (thrown: unknown): string =>
  (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (thrown as Error).message.split(',')[0] ?? ''

const attempt = <A>(file: string, action: () => A): E.Either<Problem, A> =>
  E.tryCatch(action, thrown => unreadable(file, `cannot be read: ${cause(thrown)}`))

const isResourceFile = (name: string): boolean => /\.(ya?ml|json)$/.test(name)
const isKustomization = (name: string): boolean => /^(kustomization\.ya?ml|Kustomization)$/.test(name)

const inTurn = <A>(lists: readonly (readonly A[])[]): readonly A[] => lists.flat()

/** The files below a folder, by name. A folder with a kustomization also contains patches, whose result only kustomize knows. */
const filesIn = (folder: string, isRecursive: boolean): readonly E.Either<Problem, string>[] => {
  const listed = attempt(folder, () => readdirSync(folder, { withFileTypes: true }))
  if (E.isLeft(listed)) return [listed]
  const entries = [...listed.right].sort((a, b) => (a.name < b.name ? -1 : 1))
  if (entries.some(({ name }) => isKustomization(name)))
    return [E.left(unreadable(folder, `kustomize builds it: kubectl kustomize ${folder} | flink-operator plan -`))]
  const files = entries.filter(entry => !entry.isDirectory() && isResourceFile(entry.name)).map(({ name }) => E.right(join(folder, name)))
  const folders = isRecursive ? entries.filter(entry => entry.isDirectory()) : []
  const below = inTurn(folders.map(({ name }) => filesIn(join(folder, name), true)))
  if (files.length + below.length > 0) return [...files, ...below]
  return isRecursive ? [] : [E.left(unreadable(folder, 'no .yaml, .yml or .json in it; -R looks into its folders, too'))]
}

const filesOf = (path: string, isRecursive: boolean): readonly E.Either<Problem, string>[] => {
  if (path === '-') return [E.right(path)]
  if (isKustomization(basename(path)))
    return [E.left(unreadable(path, 'kustomize reads it: kubectl kustomize FOLDER | flink-operator plan -'))]
  const seen = attempt(path, () => statSync(path))
  if (E.isLeft(seen)) return [seen]
  return seen.right.isDirectory() ? filesIn(path, isRecursive) : [E.right(path)]
}

/** The content of files, folders and standard input (`-`), in their order; each file once. */
export const readSources = (paths: readonly string[], isRecursive: boolean): readonly E.Either<Problem, Source>[] => {
  const files = paths.flatMap(path => filesOf(path, isRecursive))
  const first = files.filter((it, index) =>
    E.isLeft(it) || files.findIndex(other => E.isRight(other) && other.right === it.right) === index
  )
  return first.map(
    E.chain(file => E.map((text: string) => ({ file, text }))(attempt(file, () => readFileSync(file === '-' ? 0 : file, 'utf8')))),
  )
}
