/**
 * A software bill of materials (CycloneDX) of the bundle: what `npm sbom` tells of this tree, as far as it is in the bundle. Neither time
 * nor serial number: the same tree gives the same bytes.
 */
import type { BundledPackage } from './bundled-packages.ts'

interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[]
}

/** The parts that we use of what `npm sbom --sbom-format cyclonedx` answers. */
export interface NpmSbom {
  readonly $schema: string
  readonly bomFormat: string
  readonly specVersion: string
  readonly version: number
  readonly metadata: { readonly tools: unknown; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

const product = '@flink-operator/operator'

/**
 * Npm names a workspace by its folder. What the bundle needs is in it, whatever it is to this repository; which registry kept it is of no
 * interest.
 */
const asShipped = (component: Component, name: string): Component => ({
  ...component,
  name,
  properties: [],
  externalReferences: (component.externalReferences ?? []).filter(({ type }) => type !== 'distribution'),
})

/** Throws where npm does not know a package of the bundle. */
export const sbomOf = (reported: NpmSbom, packages: readonly BundledPackage[]): NpmSbom => {
  const byRef = new Map(reported.components.map(component => [component['bom-ref'], component]))
  const found = packages.map(({ name, version }) => {
    const component = byRef.get(`${name}@${version}`)
    if (component === undefined) throw new Error(`npm sbom does not tell of ${name}@${version}`)
    return asShipped(component, name)
  })
  const root = found.find(({ name }) => name === product)
  if (root === undefined) throw new Error(`${product} is not in the bundle`)
  const refs = new Set(found.map(it => it['bom-ref']))
  return {
    $schema: reported.$schema,
    bomFormat: reported.bomFormat,
    specVersion: reported.specVersion,
    version: 1,
    metadata: { tools: reported.metadata.tools, component: { ...root, type: 'application' } as Component },
    components: found.filter(component => component !== root),
    dependencies: reported.dependencies.filter(({ ref }) => refs.has(ref)).map(({ ref, dependsOn }) => ({
      ref,
      dependsOn: dependsOn.filter(it => refs.has(it)),
    })),
  }
}
