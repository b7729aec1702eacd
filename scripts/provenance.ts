/**
 * Where the bundle comes from: `node scripts/provenance.ts BUILDER REPOSITORY [FOLDER]` prints an in-toto statement about each file of the
 * bundle (packages/operator/dist, or FOLDER), after `npm run build` and before it is packed. BUILDER: a URI of whoever builds it.
 * REPOSITORY: where the commit is found. Refused while the tree differs from its commit: the statement would name a commit that is not what
 * was built.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { baseOf, instructions } from './image/dockerfile.ts'
import { statementOf } from './provenance/statement.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** What the image is made of, and so what is shipped. */
const shipped = (dockerfile: string, folder: string): readonly string[] =>
  instructions(dockerfile, 'COPY').flatMap(copied => {
    const path = join(folder, relative('packages/operator/dist', copied.split(/\s+/)[0] ?? ''))
    return path.endsWith('.mjs') ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true }).filter(it => it.isFile()).map(it => join(it.parentPath, it.name))
  })

const [builder = '', repository = '', given] = process.argv.slice(2)
const changed = git('status', '--porcelain')
if (!URL.canParse(builder) || !URL.canParse(repository)) {
  console.error('usage: node scripts/provenance.ts BUILDER REPOSITORY [FOLDER]; the first two are URIs')
  process.exitCode = 2
} else if (changed !== '') {
  console.error(`the tree is not what its commit is:\n${changed}`)
  process.exitCode = 1
} else {
  const dockerfile = read('deploy/Dockerfile')
  const folder = resolve(given ?? join(root, 'packages/operator/dist'))
  const statement = statementOf({
    builder,
    repository,
    commit: git('rev-parse', 'HEAD'),
    files: shipped(dockerfile, folder).map(path => ({ name: relative(folder, path), sha256: sha256(path) })),
    lockFile: sha256(join(root, 'package-lock.json')),
    node: process.version,
    base: baseOf(dockerfile),
  })
  console.log(JSON.stringify(statement, null, 2))
}
