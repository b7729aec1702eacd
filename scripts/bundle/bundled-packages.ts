/** Which packages a bundle is made of: those of which a byte came into the output, by esbuild's own account. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'

export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** As the package names it. */
  readonly license: string
  /** Licence and notice files of the package, whole. */
  readonly texts: readonly string[]
  /** Of this repository, and under its licence. */
  readonly isOwn: boolean
}

const legalFile = /^(licen[sc]e|copying|notice|unlicense)(\.(md|txt))?$/i

/** The folder of the package that an input is a file of. */
const folderOf = (input: string): string | undefined =>
  /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? /^(packages\/[^/]+)\//.exec(input)?.[1]

export const packageAt = (root: string, folder: string): BundledPackage => {
  const path = join(root, folder)
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >
  const isOwn = !folder.includes('node_modules/')
  const texts = isOwn
    ? []
    : readdirSync(path).filter(file => legalFile.test(file)).sort().map(file => readFileSync(join(path, file), 'utf8').trim())
  return { name, version, license, texts, isOwn }
}

/** Sorted by name and version. `root`: what the inputs of the metafile are relative to. */
export const bundledPackages = ({ outputs }: Pick<Metafile, 'outputs'>, root: string): readonly BundledPackage[] => {
  const inputs = Object.values(outputs).flatMap(output =>
    Object.entries(output.inputs).flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : []))
  )
  const folders = new Set(inputs.flatMap(input => folderOf(input) ?? []))
  const key = ({ name, version }: BundledPackage): string => `${name}@${version}`
  return [...folders].map(folder => packageAt(root, folder)).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}
