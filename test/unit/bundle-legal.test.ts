import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BundledPackage, bundledPackages } from '../../scripts/bundle/bundled-packages.ts'
import { bundleInto, root } from '../../scripts/bundle/bundle-into.ts'
import { legalText } from '../../scripts/bundle/legal-text.ts'
import { sbomOf } from '../../scripts/bundle/sbom.ts'

const mit: BundledPackage = { name: 'left', version: '1.0.0', license: 'MIT', texts: ['The MIT License'], isOwn: false }
const own: BundledPackage = { name: '@flink-operator/operator', version: '0.1.0', license: 'Apache-2.0', texts: [], isOwn: true }

describe('licences of what is bundled', () => {
  test('a text that two packages have stands there once, below both names', () => {
    const text = legalText([mit, { ...mit, name: 'right' }, own])
    expect(text).toContain('left 1.0.0 (MIT)\nright 1.0.0 (MIT)\n')
    expect(text.match(/The MIT License/g)).toHaveLength(1)
    expect(text).not.toContain(own.name)
  })

  test('a package without one can not be shipped', () => {
    expect(() => legalText([{ ...mit, texts: [] }])).toThrow('no licence text: left 1.0.0')
  })

  test('the bill of materials names nothing that is not in the bundle, and no registry', () => {
    const component = (ref: string) => ({
      'bom-ref': ref,
      name: ref,
      version: '',
      properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
      externalReferences: [{ type: 'distribution', url: 'https://registry.example/left.tgz' }],
    })
    const components = ['left@1.0.0', 'unused@1.0.0', '@flink-operator/operator@0.1.0'].map(component)
    const reported = {
      $schema: '',
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { tools: [], component: component('root') },
      components,
      dependencies: [{ ref: '@flink-operator/operator@0.1.0', dependsOn: ['left@1.0.0', 'unused@1.0.0'] }],
    }
    const sbom = sbomOf(reported, [mit, own])
    expect(sbom.components.map(({ name }) => name)).toEqual(['left'])
    expect(sbom.dependencies).toEqual([{ ref: '@flink-operator/operator@0.1.0', dependsOn: ['left@1.0.0'] }])
    expect(JSON.stringify(sbom)).not.toMatch(/registry|development/)
    expect(() => sbomOf(reported, [{ ...mit, name: 'new' }, own])).toThrow('npm sbom does not tell of new@1.0.0')
  })
})

/** Looked at by other means than the table that is tested: every folder of a package of which a byte is in the bundle. */
describe('the bundle of this tree', () => {
  let folders: readonly string[] = []
  let text = ''

  beforeAll(async () => {
    const metafile = await bundleInto(mkdtempSync(join(tmpdir(), 'bundle-')))
    text = legalText(bundledPackages(metafile, root))
    const inputs = Object.values(metafile.outputs).flatMap(({ inputs: of }) =>
      Object.keys(of).filter(path => of[path]?.bytesInOutput !== 0)
    )
    folders = [
      ...new Set(
        inputs.filter(path => path.includes('node_modules/')).map(path => {
          const [name = '', second = ''] = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length).split('/')
          return `${path.slice(0, path.lastIndexOf('node_modules/'))}node_modules/${name.startsWith('@') ? `${name}/${second}` : name}`
        }),
      ),
    ]
  })

  test('holds OpenTelemetry, got and client-node, among others', () => {
    expect(folders.length).toBeGreaterThan(40)
    expect(folders).toEqual(
      expect.arrayContaining(['node_modules/@opentelemetry/core', 'node_modules/got', 'node_modules/@kubernetes/client-node']),
    )
  })

  test('every package that a byte of it comes from has its licence there, whole', () => {
    const missing = folders.filter(folder => {
      const licence = readdirSync(join(root, folder)).find(file => /^licen[sc]e/i.test(file))
      return licence === undefined || !text.includes(readFileSync(join(root, folder, licence), 'utf8').trim())
    })
    expect(missing).toEqual([])
    expect(existsSync(join(root, 'NOTICE'))).toBe(true)
  })
})
