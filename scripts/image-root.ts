/**
 * The operator's image for a machine without a container engine: `node scripts/image-root.ts FOLDER` lays out its root file system, of this
 * very Node with the libraries that it is linked to, and of what `deploy/Dockerfile` copies (`npm run build` first), and prints what else
 * that file says (`--user`, `--env`, `--entrypoint`, an argument a line) for whatever packs images.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instructions } from './image/dockerfile.ts'
import { layOut } from './image/lay-out.ts'

const root = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: node scripts/image-root.ts FOLDER')
  process.exitCode = 2
} else {
  layOut(folder, root, dockerfile)
  const entrypoint = instructions(dockerfile, 'ENTRYPOINT').flatMap(text => JSON.parse(text) as readonly string[])
  const lines = [
    ...instructions(dockerfile, 'USER').flatMap(user => ['--user', user]),
    ...instructions(dockerfile, 'ENV').flatMap(variable => ['--env', variable]),
    '--entrypoint',
    ...entrypoint,
  ]
  console.log(lines.join('\n'))
}
