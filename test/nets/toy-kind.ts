/** A copy of the tree with one kind more: what had to change for it, outside of its folder? */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fixtures, root } from './run-tool.ts'

const overlay = join(fixtures, 'toy-kind')

/** The folder of the kind; its part of the simulated world is counted with what is outside of it. */
export const toyFolder = 'packages/core/src/kind/toy-session'

/** A table of kinds, and the lines that a kind has there. */
interface Entry {
  readonly file: string
  readonly lines: readonly { readonly after: RegExp; readonly line: string }[]
}

const entries: readonly Entry[] = [
  {
    file: 'packages/core/src/kinds.ts',
    lines: [
      {
        after: /^import \{ flinkStateSnapshotKind \}.*$/mu,
        line: "import { toySessionKind } from './kind/toy-session/toy-session-kind.ts'",
      },
      { after: /^ {2}FlinkStateSnapshot: flinkStateSnapshotKind,$/mu, line: '  ToySession: toySessionKind,' },
    ],
  },
  {
    file: 'packages/simulation/src/kinds.ts',
    lines: [
      {
        after: /^import \{ simulatedFlinkStateSnapshot \}.*$/mu,
        line: "import { simulatedToySession } from './kind/toy-session/simulated-toy-session.ts'",
      },
      { after: /^ {2}simulatedFlinkStateSnapshot,$/mu, line: '  simulatedToySession,' },
    ],
  },
]

const leftOut = new Set(['node_modules', '.git', 'coverage', 'reports', '.stryker-tmp'])
const isCopied = (path: string): boolean => !path.split('/').some(part => leftOut.has(part))

/** Installed packages are those of the original; our own are the copy's. */
const linkPackages = (copy: string): void => {
  const ours = readdirSync(join(root, 'packages'))
  for (const below of ['.', ...ours.map(name => join('packages', name))]) {
    const [from, to] = [join(root, below, 'node_modules'), join(copy, below, 'node_modules')]
    if (!existsSync(from)) continue
    mkdirSync(to)
    for (const name of readdirSync(from)) {
      const isHidden = name.startsWith('.') && name !== '.bin'
      if (!isHidden && name !== '@flink-operator') symlinkSync(realpathSync(join(from, name)), join(to, name))
    }
  }
  const scope = join('node_modules', '@flink-operator')
  mkdirSync(join(copy, scope))
  for (const name of readdirSync(join(root, scope)))
    symlinkSync(join(copy, relative(realpathSync(root), realpathSync(join(root, scope, name)))), join(copy, scope, name))
}

/** Copies the tree into an empty folder. */
export const copyTree = (copy: string): void => {
  for (const name of readdirSync(root))
    if (isCopied(name)) cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true, filter: isCopied })
  linkPackages(copy)
}

/** Copies the tree into an empty folder and lays the toy kind over it. */
export const layToyKind = (copy: string, more: readonly Entry[] = []): void => {
  copyTree(copy)
  cpSync(overlay, copy, { recursive: true })
  for (const { file, lines } of [...entries, ...more]) {
    const text = lines.reduce((before, { after, line }) => {
      if (!after.test(before)) throw new Error(`${file} has no line like ${String(after)}`)
      return before.replace(after, found => `${found}\n${line}`)
    }, readFileSync(join(copy, file), 'utf8'))
    writeFileSync(join(copy, file), text)
  }
}

const isSource = (path: string): boolean => isCopied(path) && !path.split('/').includes('dist') && !path.endsWith('.tsbuildinfo')

const filesIn = (folder: string, below = ''): readonly string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap(entry => {
    const path = join(below, entry.name)
    return !isSource(path) ? [] : entry.isDirectory() ? filesIn(folder, path) : [path]
  })

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return null
  }
}

const isOwn = (path: string): boolean =>
  dirname(path) === toyFolder || (path.endsWith('.test.ts') && existsSync(join(overlay, path)) && !existsSync(join(root, path)))

/** Files of the copy that the original does not have like that; the kind's folder and new tests of it aside. */
export const changedOutside = (copy: string): readonly string[] =>
  filesIn(copy).filter(path => !isOwn(path) && textOf(join(copy, path)) !== textOf(join(root, path)))
