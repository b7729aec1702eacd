/**
 * The plugin for krew, after `npm run build`: `npm run krew -- --uri URI` writes dist/krew/kubectl-flink-VERSION.tar.gz, which is to be put
 * at URI, and dist/krew/flink.yaml, the manifest with its checksum.
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { packPlugin } from './krew/pack-plugin.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'packages/operator/dist')
const { uri } = parseArgs({ options: { uri: { type: 'string' } } }).values

if (uri !== undefined && !/^https:\/\/\S+\.tar\.gz$/.test(uri)) {
  console.error(`--uri: found ${uri}; expected where the archive will be found: https://….tar.gz`)
  process.exitCode = 2
} else if (!existsSync(join(bundle, 'legal'))) {
  console.error(`${relative(root, bundle)} has no bundle: npm run build`)
  process.exitCode = 2
} else {
  const { archive, manifest, sha256 } = packPlugin({ bundle, into: join(root, 'dist/krew'), ...(uri === undefined ? {} : { uri }) })
  console.log(`${relative(root, archive)} (sha256 ${sha256})\n${relative(root, manifest)}`)
}
