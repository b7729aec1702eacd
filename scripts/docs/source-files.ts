import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..', '..')

/** One source file of the project, by its path from the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

const isOfOthers = (name: string): boolean =>
  name === 'node_modules' || name === 'dist' || name === 'fixtures' || name === 'test-data' || name.startsWith('.')

const walk = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    isOfOthers(entry.name) ? [] : entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]
  )

/** TypeScript files below some folders of the project, in the order of their paths. */
export const sourceFiles = (folders: readonly string[], isWanted: (path: string) => boolean = () => true): readonly SourceFile[] =>
  folders.flatMap(folder => walk(join(root, folder))).map(path => relative(root, path)).filter(path =>
    path.endsWith('.ts') && isWanted(path)
  )
    .sort((a, b) => (a < b ? -1 : 1)).map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

export const isTest = (path: string): boolean => path.endsWith('.test.ts')
