/** Core as one script for a browser, and a place to run it that has nothing but the language: no clock, no chance, no locale, no host. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { build, type BuildOptions } from 'esbuild'
import { root } from './run-tool.ts'

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, { readonly '@flink-operator/source': string }>>
}

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as Manifest
export const coreManifest = (): Manifest => manifestOf('core')

/** Packages that run anywhere: the core, the kinds beside it, and the simulation. */
const pure = ['core', 'lyft', 'kinds', 'simulation']

/**
 * The public entries of the pure packages: `.` → /…/core/src/index.ts, `lyft` → /…/lyft/src/index.ts. Without the arbitraries: they are for
 * tests, and fast-check reads the clock.
 */
export const coreEntries = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pure.flatMap(name =>
      Object.entries(manifestOf(name).exports)
        .map(([subpath, target]) =>
          [name === 'core' ? subpath : join(name, subpath), join(root, 'packages', name, target['@flink-operator/source'])] as const
        )
        .filter(([subpath, file]) => !subpath.endsWith('/arbitraries') && existsSync(file))
    ),
  )

const browser: BuildOptions = {
  bundle: true,
  write: false,
  platform: 'browser',
  target: 'es2024',
  format: 'iife',
  globalName: 'bundle',
  conditions: ['@flink-operator/source'],
  logLevel: 'silent',
}

const text = async (options: BuildOptions): Promise<string> => {
  const { outputFiles } = await build({ ...browser, ...options })
  return outputFiles?.[0]?.text ?? ''
}

export const bundleForBrowser = (file: string): Promise<string> => text({ entryPoints: [file] })

/** All entries in one bundle, so that they share their modules: bundle['./codec'].… */
export const bundleCoreForBrowser = (): Promise<string> => {
  const lines = Object.entries(coreEntries()).map(([subpath, file]) =>
    `export * as ${JSON.stringify(subpath)} from ${JSON.stringify(file)}`
  )
  return text({ stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' } })
}

/**
 * What the bundle exports. A reach for the clock, for chance, for the locale or for the host throws, at load or when a function is called.
 */
export const evaluateInEmptyContext = (bundleText: string): Readonly<Record<string, never>> => {
  const context = vm.createContext(Object.create(null) as object)
  vm.runInContext(
    `for (const name of ['console', 'Date', 'Intl', 'WeakRef', 'FinalizationRegistry', 'Atomics', 'SharedArrayBuffer']) delete globalThis[name]
     Math.random = () => { throw new Error('impure: Math.random') }`,
    context,
  )
  return vm.runInContext(`${bundleText}\n;bundle`, context) as Readonly<Record<string, never>>
}
