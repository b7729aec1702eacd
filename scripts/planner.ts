/**
 * The planner page: `npm run planner` writes one folder, packages/planner/dist/page, that any web server, or a browser from disk, shows:
 * index.html, which asks nobody; live.html, which the operator serves; one script, one style sheet. `node scripts/planner.ts FOLDER`: there
 * instead.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/planner/src')

/**
 * The whole of the core is in it: rules of every kind, and the model that plays them. More than a tenth over what that takes was taken in
 * by mistake: the sandbox, say, or fast-check.
 */
export const largestPage = { bytes: 1344 * 1024, compressed: 432 * 1024 }

/** The files of `examples/`, by name. */
const exampleTexts = async (): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(join(root, 'examples'))).filter(name => name.endsWith('.yaml'))
  return Object.fromEntries(
    await Promise.all(names.map(async name => [name, await readFile(join(root, 'examples', name), 'utf8')] as const)),
  )
}

/** Of the page that stands alone, and of the one that the operator serves below `/planner`. */
const html = (template: string, isLive: boolean): string =>
  template
    .replace('{connect}', isLive ? "'self'" : "'none'")
    .replaceAll('{base}', isLive ? '/planner/' : './')
    .replace('{live}', isLive ? ' data-live="/planner/live"' : '')

export interface PageSize {
  readonly bytes: number
  readonly compressed: number
}

export interface BuiltPage {
  /** What a browser loads, and as most servers send it. */
  readonly size: PageSize
  /** What it is made of. */
  readonly metafile: Metafile
}

/** Writes the page. */
export const buildPlanner = async (folder: string): Promise<BuiltPage> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [join(source, 'main.tsx')],
    outfile: join(folder, 'planner.js'),
    bundle: true,
    platform: 'browser',
    target: 'es2023',
    // a classic script: a browser loads no module from disk
    format: 'iife',
    conditions: ['@flink-operator/source'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts': 'io-ts/es6/index.js' },
    define: { exampleTexts: JSON.stringify(await exampleTexts()) },
    legalComments: 'linked',
    logLevel: 'warning',
  })
  await cp(join(source, 'planner.css'), join(folder, 'planner.css'))
  const template = await readFile(join(source, 'index.html'), 'utf8')
  await writeFile(join(folder, 'index.html'), html(template, false))
  await writeFile(join(folder, 'live.html'), html(template, true))
  const parts = await Promise.all(['index.html', 'planner.js', 'planner.css'].map(name => readFile(join(folder, name))))
  const size = {
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    compressed: parts.reduce((sum, part) => sum + gzipSync(part).length, 0),
  }
  return { size, metafile }
}

export const sizeText = ({ bytes, compressed }: PageSize): string =>
  `${Math.round(bytes / 1024)} KiB, compressed ${Math.round(compressed / 1024)} KiB`

if (import.meta.main) {
  const folder = process.argv[2] ?? join(root, 'packages/planner/dist/page')
  const { size } = await buildPlanner(folder)
  console.log(`planner: ${folder}: ${sizeText(size)} (at most ${sizeText(largestPage)})`)
  if (size.bytes > largestPage.bytes || size.compressed > largestPage.compressed) process.exitCode = 1
}
