/** What the published packages export, by their manifests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Published as libraries; the operator is published as a bundle, and exports nothing. */
export const libraries = [
  'core',
  'lyft',
  'kinds',
  'simulation',
  'high-availability',
  'k8s-adapter',
  'flink-rest-adapter',
  'zookeeper-adapter',
  'sandbox',
] as const

/** `types`: absolute path of the built declarations. `report`: name of its API report, below `api/` of the package. */
export interface EntryPoint {
  readonly library: string
  readonly folder: string
  readonly types: string
  readonly report: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types: string }>>
}

export const entryPoints: readonly EntryPoint[] = libraries.flatMap(library => {
  const folder = join(root, 'packages', library)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return Object.entries(exports).map(([name, { types }]) => ({
    library,
    folder,
    types: join(folder, types),
    report: `${name === '.' ? 'index' : name.slice('./'.length).replaceAll('/', '-')}.api.md`,
  }))
})
