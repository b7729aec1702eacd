/** The chart as it is published: an archive for `helm install`, and an OCI image layout for registries. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { tarGz } from '../archive/tar-gz.ts'

const root = join(import.meta.dirname, '../..')

/** An image by tag or digest, such as `registry.example.com/flink-operator:0.1.0`. */
export interface ImageName {
  readonly repository: string
  readonly tag: string
  readonly digest: string
}

/** Null: the text names no image with a tag or a digest. */
export const imageName = (text: string): ImageName | null => {
  const [, repository = '', tag = '', digest = ''] = /^([a-z0-9][^\s@]*?)(?::([\w][\w.-]*))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(text) ?? []
  return repository === '' || (tag === '' && digest === '') ? null : { repository, tag, digest }
}

export interface PackedChart {
  /** `flink-operator-VERSION.tgz` */
  readonly archive: string
  /** Folder of the image layout, with one manifest. */
  readonly layout: string
  /** Of the manifest. */
  readonly digest: string
  readonly version: string
}

/** The chart's values with this image as their default. */
export const withImage = (values: string, { repository, tag, digest }: ImageName): string =>
  values
    .replace(/^(image:\n {2}repository: ).*$/m, `$1${repository}`)
    .replace(/^( {2}tag: ).*$/m, `$1${JSON.stringify(tag)}`)
    .replace(/^( {2}digest: ).*$/m, `$1${JSON.stringify(digest)}`)

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** Media types: those that Helm writes and reads in registries. */
const writeLayout = (folder: string, archive: Buffer, chart: Readonly<Record<string, unknown>>): string => {
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true })
  const blob = (mediaType: string, content: Buffer): Descriptor => {
    const hex = createHash('sha256').update(content).digest('hex')
    writeFileSync(join(folder, 'blobs/sha256', hex), content)
    return { mediaType, digest: `sha256:${hex}`, size: content.length }
  }
  const of = (field: string): string => String(chart[field])
  const manifest = blob(
    'application/vnd.oci.image.manifest.v1+json',
    json({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: blob('application/vnd.cncf.helm.config.v1+json', json(chart)),
      layers: [blob('application/vnd.cncf.helm.chart.content.v1.tar+gzip', archive)],
      annotations: {
        'org.opencontainers.image.title': of('name'),
        'org.opencontainers.image.version': of('version'),
        'org.opencontainers.image.description': of('description'),
      },
    }),
  )
  const annotations = { 'org.opencontainers.image.ref.name': of('version') }
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }))
  writeFileSync(join(folder, 'index.json'), json({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }))
  return manifest.digest
}

/** Writes the archive and the layout (`oci/`) into a folder. The same chart and image make the same bytes. */
export const packChart = (image: ImageName, into: string): PackedChart => {
  const folder = mkdtempSync(join(tmpdir(), 'chart-'))
  try {
    const copy = join(folder, 'flink-operator')
    cpSync(join(root, 'deploy/helm/flink-operator'), copy, { recursive: true })
    for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(copy, name))
    writeFileSync(join(copy, 'values.yaml'), withImage(readFileSync(join(copy, 'values.yaml'), 'utf8'), image))
    const chart = parse(readFileSync(join(copy, 'Chart.yaml'), 'utf8')) as Readonly<Record<string, unknown>>
    const content = tarGz(folder, ['flink-operator'])
    const version = String(chart['version'])
    const [archive, layout] = [join(into, `flink-operator-${version}.tgz`), join(into, 'oci')]
    rmSync(layout, { recursive: true, force: true })
    mkdirSync(into, { recursive: true })
    writeFileSync(archive, content)
    return { archive, layout, version, digest: writeLayout(layout, content, chart) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
