/** `engines` is a promise: every package is loaded, entry by entry, by each other Node on the PATH that it promises to run on. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

type Version = readonly [major: number, minor: number]

const versionOf = (text: string): Version => {
  const [, major = '', minor = '0'] = /(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return [Number(major), Number(minor)]
}

/** `>=20.19`, the only form that we write. */
export const allows = (engines: string, version: string): boolean => {
  const [[major, minor], [atLeast, minorAtLeast]] = [versionOf(version), versionOf(engines)]
  return major > atLeast || (major === atLeast && minor >= minorAtLeast)
}

/** A Node, and the version that it says it is. */
export interface Node {
  readonly path: string
  readonly version: string
}

/** Without the one that runs this. */
export const otherNodes = (): readonly Node[] => {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node')).filter(path => existsSync(path))
  return [...new Set(paths.map(path => realpathSync(path)))]
    .map(path => ({ path, version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() }))
    .filter(({ version }) => version !== process.version)
}

/** `name` is installed in `consumer`, a folder with a `node_modules`. */
export const loadedBy = ({ path, version }: Node, consumer: string, name: string): readonly string[] => {
  const manifest = JSON.parse(readFileSync(join(consumer, 'node_modules', name, 'package.json'), 'utf8')) as {
    readonly engines: { readonly node: string }
    readonly exports: Readonly<Record<string, unknown>>
  }
  if (!allows(manifest.engines.node, version)) return []
  const entries = Object.keys(manifest.exports).map(entry => `${name}${entry.slice(1)}`)
  const program = entries.map(entry => `await import(${JSON.stringify(entry)})`).join('\n')
  try {
    execFileSync(path, ['--input-type=module', '--eval', program], { cwd: consumer, encoding: 'utf8', stdio: 'pipe' })
    return []
  } catch (error) {
    return [`promises to run on Node ${manifest.engines.node}, and can't be loaded by ${version}: ${(error as Error).message}`]
  }
}
