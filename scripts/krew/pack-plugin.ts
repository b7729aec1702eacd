/** The plugin `kubectl flink` as krew installs it: an archive, and the manifest that names its checksum. */
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { tarGz } from '../archive/tar-gz.ts'

const root = join(import.meta.dirname, '../..')

export interface PluginOptions {
  /** With what `scripts/bundle.ts` writes. */
  readonly bundle: string
  readonly into: string
  /** Where the archive will be found; by default as deploy/krew/flink.yaml says. */
  readonly uri?: string
}

export interface PackedPlugin {
  readonly archive: string
  readonly manifest: string
  readonly sha256: string
}

const layOut = (bundle: string, folder: string): void => {
  for (const name of ['flink-operator.mjs', 'chunk', 'legal']) cpSync(join(bundle, name), join(folder, name), { recursive: true })
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), join(folder, name))
  copyFileSync(join(root, 'deploy/krew/kubectl-flink'), join(folder, 'kubectl-flink'))
  chmodSync(join(folder, 'kubectl-flink'), 0o755)
  // by its name the program knows what it is called as
  writeFileSync(join(folder, 'kubectl-flink.mjs'), "import './flink-operator.mjs'\n")
}

/** Writes `kubectl-flink-VERSION.tar.gz` and `flink.yaml`. */
export const packPlugin = ({ bundle, into, uri }: PluginOptions): PackedPlugin => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-flink-'))
  try {
    layOut(bundle, folder)
    const content = tarGz(folder, ['.'])
    const sha256 = createHash('sha256').update(content).digest('hex')
    const manifest = parseDocument(readFileSync(join(root, 'deploy/krew/flink.yaml'), 'utf8'))
    manifest.setIn(['spec', 'platforms', 0, 'sha256'], sha256)
    if (uri !== undefined) manifest.setIn(['spec', 'platforms', 0, 'uri'], uri)
    if (manifest.contents !== null) manifest.contents.commentBefore = null
    mkdirSync(into, { recursive: true })
    const archive = join(into, `kubectl-flink-${String(manifest.getIn(['spec', 'version']))}.tar.gz`)
    const file = join(into, 'flink.yaml')
    writeFileSync(archive, content)
    writeFileSync(file, manifest.toString({ lineWidth: 0, flowCollectionPadding: false }))
    return { archive, manifest: file, sha256 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
