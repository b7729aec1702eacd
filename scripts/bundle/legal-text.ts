import type { BundledPackage } from './bundled-packages.ts'

const line = '-'.repeat(100)

/**
 * Licences and notices of everything in the bundle that others wrote, whole; a text that several packages have stands there once. Throws
 * where a package brings none: what may not be passed on must not be shipped.
 */
export const legalText = (packages: readonly BundledPackage[]): string => {
  const foreign = packages.filter(({ isOwn }) => !isOwn)
  const without = foreign.filter(({ texts }) => texts.length === 0)
  if (without.length > 0) throw new Error(`no licence text: ${without.map(({ name, version }) => `${name} ${version}`).join(', ')}`)
  const namesOf = new Map<string, readonly string[]>()
  for (const { name, version, license, texts } of foreign) {
    const text = texts.join('\n\n')
    namesOf.set(text, [...(namesOf.get(text) ?? []), `${name} ${version} (${license})`])
  }
  const parts = [...namesOf].map(([text, names]) => `${line}\n${names.join('\n')}\n${line}\n\n${text}\n`)
  return `flink-operator contains code of these packages, bundled and minified; each is under the licence below its name.\n\n${
    parts.join('\n')
  }`
}
