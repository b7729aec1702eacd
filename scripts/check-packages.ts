/**
 * What a user of the libraries gets, seen from outside: each package is packed as it would be published, and looked at. After
 * `npm run build`.
 * - The tarball holds README, LICENSE, NOTICE and the sources that its maps name (`packedFiles`).
 * - `publint` and `attw` find nothing: entries, types and what they promise fit together.
 * - A project outside of this repository, with the tarballs alone, type-checks the examples of the READMEs (`consumer`), and other Nodes
 *   on the PATH load what promises to run on them (`packages/other-nodes.ts`).
 * - Every export has a docstring, and the API reports under `api/` are those of what was built: `npm run api` writes them.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { apiReport } from './packages/api-report.ts'
import { type EntryPoint, entryPoints, libraries, root } from './packages/entry-points.ts'
import { loadedBy, otherNodes } from './packages/other-nodes.ts'

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

interface Packed {
  readonly name: string
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
}

const pack = (library: string, into: string): Packed => {
  const folder = join(root, 'packages', library)
  const [reported] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', into], { cwd: folder, encoding: 'utf8' })) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ]
  return {
    name: `@flink-operator/${library}`,
    folder,
    tarball: join(into, reported.filename),
    files: reported.files.map(({ path }) => path),
  }
}

const packedFiles = ({ files }: Packed): readonly string[] => [
  ...['README.md', 'LICENSE', 'NOTICE'].filter(name => !files.includes(name)).map(name => `${name} is missing`),
  ...(files.some(path => /^src\/.*\.ts$/.test(path)) ? [] : ['the sources are missing']),
  ...files.filter(path => path.endsWith('.test.ts')).map(path => `${path} is a test`),
]

const linted = async ({ tarball }: Packed): Promise<readonly string[]> => {
  const { messages, pkg } = await publint({ strict: true, pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer } })
  return messages.map(message => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** `esm-only`: whoever requires it needs a Node that can require modules, from 20.19 on. */
const typesResolve = ({ tarball }: Packed): readonly string[] => {
  try {
    execFileSync(bin('attw'), ['--profile', 'esm-only', '--format', 'ascii', tarball], { encoding: 'utf8', stdio: 'pipe' })
    return []
  } catch (error) {
    return [String((error as { readonly stdout?: string }).stdout ?? error)]
  }
}

/** The blocks of a README that are marked as examples; `resource` is whatever its reader has. */
const examplesIn = (readme: string): readonly string[] =>
  [...readFileSync(readme, 'utf8').matchAll(/<!-- example[^>]*-->\n+```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

const resource = `import type { JsonObject } from '@flink-operator/core'
declare const resource: JsonObject & { readonly spec: JsonObject }
`

/** A project with the tarballs alone; their own dependencies are those of this repository. */
const consumer = (packed: readonly Packed[], folder: string): readonly string[] => {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@flink-operator'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@flink-operator' && !name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  for (const { name, tarball } of packed) {
    mkdirSync(join(modules, name))
    execFileSync('tar', ['-xzf', tarball, '-C', join(modules, name), '--strip-components=1'])
  }
  const readmes = [join(root, 'README.md'), ...packed.map(it => join(it.folder, 'README.md'))]
  const examples = readmes.flatMap(examplesIn)
  examples.forEach((code, index) => writeFileSync(join(folder, `example-${index}.ts`), `${resource}${code}`))
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    target: 'es2023',
    lib: ['es2023'],
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
  const checked = (['nodenext', 'bundler'] as const).flatMap(resolution => {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
    const file = `tsconfig.${resolution}.json`
    writeFileSync(
      join(folder, file),
      JSON.stringify({ compilerOptions: { ...compilerOptions, module, moduleResolution: resolution }, include: ['*.ts'] }),
    )
    try {
      execFileSync(bin('tsc'), ['-p', file], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
      return []
    } catch (error) {
      return [`moduleResolution ${resolution}: ${String((error as { readonly stdout?: string }).stdout ?? error)}`]
    }
  })
  return examples.length === 0 ? ['no README has an example'] : checked
}

const apiFindings = (entry: EntryPoint): readonly string[] => {
  const report = apiReport(entry)
  const path = relative(root, report.path)
  return [
    ...(report.isStale ? [`${path} is stale: npm run api, and say in a changeset what changes for users`] : []),
    ...report.undocumented.map(name => `${path}: ${name} has no docstring`),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'packages-'))
const packed = libraries.map(library => pack(library, folder))
const findings: string[] = []
for (const it of packed)
  findings.push(...[...packedFiles(it), ...await linted(it), ...typesResolve(it)].map(text => `${it.name}: ${text}`))
findings.push(...consumer(packed, join(folder, 'consumer')))
const nodes = otherNodes()
for (const node of nodes)
  findings.push(...packed.flatMap(({ name }) => loadedBy(node, join(folder, 'consumer'), name).map(text => `${name}: ${text}`)))
findings.push(...entryPoints.flatMap(apiFindings))
const versions = [process.version, ...nodes.map(({ version }) => version)].join(', ')
console.log(findings.length === 0 ? `${packed.length} packages, on Node ${versions}: nothing to complain of` : findings.join('\n'))
process.exitCode = findings.length === 0 ? 0 : 1
