import { build, type Metafile, type Plugin } from 'esbuild'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { Script } from 'node:vm'
import { testsOf, vitest, type CollectedTest } from './collect.ts'

/** The tests of the core in one script, each file of them loaded when it is asked for. */
export interface TestBundle {
  readonly testFiles: readonly string[]
  /** Files of tests that load `file`, those that stand nearest to it first. */
  related(file: string): readonly string[]
  /** A new instance of every module: the tests of a file, module by module evaluated anew. */
  load(): (testFile: string) => readonly CollectedTest[]
}

/** Each mutant would be asked a thousand cases. */
const properties = /\.property\.test\.ts$/u
/** Corpora of recorded statuses: seconds for each mutant. */
const slow = /\/(?:hand-back|status-corpus)\.test\.ts$/u

/** MUTATION_TESTS, a glob, keeps a run short, or asks the slow ones too. */
const testFilesIn = (directory: string): readonly string[] => {
  const asked = process.env['MUTATION_TESTS']
  return globSync(asked ?? 'packages/{core,high-availability}/src/**/*.test.ts', { cwd: directory })
    .filter(file => !properties.test(file) && (asked !== undefined || !slow.test(file))).sort()
}

/** Tests read their data beside themselves; Stryker's copy of the project has none of it. */
const dataBesideTests: Plugin = {
  name: 'data-beside-tests',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.test\.ts$|\/test\/(?:unit|golden)\/.*\.ts$/ }, ({ path }) => {
      const original = dirname(path).replace(/\/\.stryker-tmp\/[^/]+/u, '')
      return {
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.dirname', JSON.stringify(original)),
        loader: 'ts',
        resolveDir: dirname(path),
      }
    }),
}

/**
 * The project's own packages are taken as sources, from Stryker's copy: `node_modules` leads to the original. Those of others are loaded as
 * they are.
 */
const packages = (directory: string): Plugin => ({
  name: 'packages',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@flink-operator\// }, ({ path }) => {
      const [, name = '', subpath = ''] = /^@flink-operator\/([^/]+)(.*)$/u.exec(path) ?? []
      const { exports } = JSON.parse(readFileSync(resolve(directory, 'packages', name, 'package.json'), 'utf8')) as {
        readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
      }
      return { path: resolve(directory, 'packages', name, exports[`.${subpath}`]?.['@flink-operator/source'] ?? '') }
    })
    onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path, external: true }))
  },
})

/** Every file that a file loads, itself too. */
const reachOf = (inputs: Metafile['inputs'], file: string): ReadonlySet<string> => {
  const found = new Set<string>([file])
  for (const at of found) for (const { path } of inputs[at]?.imports ?? []) if (inputs[path] !== undefined) found.add(path)
  return found
}

const sharedFolders = (a: string, b: string): number => {
  const other = b.split('/')
  return a.split('/').findIndex((name, n) => name !== other[n])
}

/** Bundles the tests below `directory` with the code that they test. */
export const testBundle = async (directory: string): Promise<TestBundle> => {
  const testFiles = testFilesIn(directory)
  const { outputFiles, metafile } = await build({
    absWorkingDir: directory,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    plugins: [packages(directory), dataBesideTests],
    stdin: {
      contents: `module.exports = {${
        testFiles.map(file => `${JSON.stringify(file)}: () => require(${JSON.stringify(`./${file}`)})`).join(',\n')
      }}`,
      resolveDir: directory,
    },
  })
  const script = new Script(`(function (require, module) {${outputFiles[0]?.text ?? ''}\n})`, { filename: 'tests-of-core.cjs' })
  const requireModule = createRequire(resolve(directory, 'packages/core/package.json'))
  // a property in a table's file: a few cases, the same for each mutant
  const { configureGlobal } = requireModule('fast-check') as { readonly configureGlobal: (parameters: object) => void }
  configureGlobal({ numRuns: 5, seed: 1, endOnFailure: true })
  const require = (name: string): unknown => (name === 'vitest' ? vitest : requireModule(name))
  const reach = new Map(testFiles.map(file => [file, reachOf(metafile.inputs, file)]))
  return {
    testFiles,
    related: file => {
      const path = relative(directory, file)
      return testFiles.filter(it => reach.get(it)?.has(path) === true).sort((a, b) => sharedFolders(b, path) - sharedFolders(a, path))
    },
    load: () => {
      const module: { exports: Readonly<Record<string, () => unknown>> } = { exports: {} }
      const evaluate = script.runInThisContext() as (require: (name: string) => unknown, module: object) => void
      evaluate(require, module)
      return testFile => testsOf(() => module.exports[testFile]?.())
    },
  }
}
