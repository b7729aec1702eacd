import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ImageName, imageName, packChart } from '../../../scripts/chart/pack-chart.ts'
import { helm, needsHelm, ofKind, rendered, runHelm } from './helm.ts'

const image: ImageName = { repository: 'registry.example.org:5000/flink-operator', tag: '0.1.0', digest: `sha256:${'a'.repeat(64)}` }
const packed = () => packChart(image, mkdtempSync(join(tmpdir(), 'published-')))

describe('the chart as it is published', () => {
  test.each<readonly [string, ImageName | null]>([
    ['registry.example.org:5000/flink-operator:0.1.0', { ...image, digest: '' }],
    [`registry.example.org:5000/flink-operator@${image.digest}`, { ...image, tag: '' }],
    [`registry.example.org:5000/flink-operator:0.1.0@${image.digest}`, image],
    ['registry.example.org:5000/flink-operator', null],
    ['flink-operator:', null],
    ['', null],
  ])('an image has a tag or a digest: %s', (text, name) => {
    expect(imageName(text)).toEqual(name)
  })

  test('the layout leads from its index to the archive, by digests that are those of the content; twice it is the same', () => {
    const { archive, layout, digest } = packed()
    const blob = ({ digest: of, size }: { readonly digest: string; readonly size: number }): Buffer => {
      const content = readFileSync(join(layout, 'blobs', of.replace(':', '/')))
      expect([`sha256:${createHash('sha256').update(content).digest('hex')}`, content.length]).toEqual([of, size])
      return content
    }
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'))
    expect(JSON.parse(readFileSync(join(layout, 'oci-layout'), 'utf8'))).toEqual({ imageLayoutVersion: '1.0.0' })
    expect(index.manifests.map((it: { digest: string }) => it.digest)).toEqual([digest])
    const manifest = JSON.parse(blob(index.manifests[0]).toString('utf8'))
    expect(JSON.parse(blob(manifest.config).toString('utf8'))).toMatchObject({ name: 'flink-operator' })
    expect(blob(manifest.layers[0])).toEqual(readFileSync(archive))
    expect(readdirSync(join(layout, 'blobs/sha256'))).toHaveLength(3)
    expect(packed().digest).toBe(digest)
  })

  test.skipIf(helm === null)(`Helm reads the archive, and it installs the image${needsHelm}`, () => {
    const { archive } = packed()
    const { image: named } = parse(runHelm(['show', 'values', archive]).out) as { readonly image: ImageName }
    expect(named).toMatchObject(image)
    expect(runHelm(['template', 'flink-operator', archive]).out).toContain(`image: "${image.repository}@${image.digest}"`)
    expect(runHelm(['show', 'readme', archive]).out).toContain('| `image.repository` |')
  })
})

describe.skipIf(helm === null)(`helm test${needsHelm}`, () => {
  test('plans a job in a watched namespace by a dry run, as the operator, with the rights that this takes', () => {
    const objects = rendered({ watchNamespaces: ['team-a', 'team-b'] })
    const { metadata, spec: { serviceAccountName, containers: [{ args, securityContext }] } } = ofKind(objects, 'Pod')[0]
    expect(metadata.annotations['helm.sh/hook']).toBe('test')
    expect(args).toEqual(['plan', '--namespace', 'team-a', '/opt/flink-operator/examples/savepoint.yaml'])
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } })
    const role = objects.find(it => it.kind === 'Role' && it.metadata.namespace === 'team-a' && it.metadata.name === 'flink-operator')
    const { verbs } = role.rules.find((it: { resources: string[] }) => it.resources.includes('flinkdeployments'))
    expect(verbs).toEqual(expect.arrayContaining(['get', 'create', 'patch']))
    expect(serviceAccountName).toBe('flink-operator')
  })

  test('no Service leads to its pod, and no budget counts it', () => {
    const { metadata: { labels } } = ofKind(rendered({}), 'Pod')[0]
    const selectors = rendered({ webhook: { create: true, deployment: 'operator' }, podDisruptionBudget: { create: true } })
      .flatMap(({ spec }) => spec?.selector ?? [])
    expect(selectors.length).toBeGreaterThan(1)
    for (const { matchLabels, ...selector } of selectors)
      expect(Object.entries(matchLabels ?? selector).every(([key, value]) => labels[key] === value)).toBe(false)
  })
})
