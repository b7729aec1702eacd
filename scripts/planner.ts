/**
 * The planner page: `npm run planner` writes one folder, packages/planner/dist/page, that any web server, or a browser from disk, shows:
 * index.html and autoscaler.html, which ask nobody; live.html and fleet.html, which the operator serves; a script for each of the three
 * pages, one style sheet. `node scripts/planner.ts FOLDER`: there instead.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type BuildOptions, type Metafile } from 'esbuild'

const root = join(import.meta.dirname, '..')
const source = join(root, 'packages/planner/src')

/**
 * The whole of the core is in it, in the worker's script: rules of every kind, and the model that plays them. More than a tenth over what
 * that takes was taken in by mistake: the sandbox, say, or the core once more outside of the worker.
 */
export const largestPage = { bytes: 1536 * 1024, compressed: 496 * 1024 }
/** The fleet page decides nothing: more than this is the core, taken in by mistake. */
export const largestFleet = { bytes: 96 * 1024, compressed: 36 * 1024 }

/** The page of the autoscaler: its rules, and the library that draws the charts. */
export const largestAutoscaler = { bytes: 880 * 1024, compressed: 304 * 1024 }

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
  /** What a browser loads for the planner, and as most servers send it. */
  readonly size: PageSize
  /** The same for the fleet page. */
  readonly fleetSize: PageSize
  /** The same for the page of the autoscaler. */
  readonly autoscalerSize: PageSize
  /** What it is made of. */
  readonly metafile: Metafile
}

const bundled = {
  absWorkingDir: root,
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
  legalComments: 'linked',
  logLevel: 'warning',
} satisfies BuildOptions

const sizeOf = async (folder: string, names: readonly string[]): Promise<PageSize> => {
  const parts = await Promise.all(names.map(name => readFile(join(folder, name))))
  return {
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    compressed: parts.reduce((sum, part) => sum + gzipSync(part).length, 0),
  }
}

/** What plans, as one script. It is part of `planner.js`: a page that is opened from disk may load no second file as a worker. */
const planningWorker = async (folder: string): Promise<{ readonly script: string; readonly metafile: Metafile }> => {
  const { metafile, outputFiles } = await build({
    ...bundled,
    metafile: true,
    write: false,
    entryPoints: [join(source, 'worker-main.ts')],
    outfile: join(folder, 'planning-worker.js'),
  })
  const [script] = outputFiles.filter(({ path }) => path.endsWith('.js'))
  // the licences of what is in it
  for (const { path, contents } of outputFiles.filter(it => it !== script)) await writeFile(path, contents)
  return { script: script?.text ?? '', metafile }
}

/** Writes the page. */
export const buildPlanner = async (folder: string): Promise<BuiltPage> => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const worker = await planningWorker(folder)
  const page = await build({
    ...bundled,
    metafile: true,
    entryPoints: [join(source, 'main.tsx')],
    outfile: join(folder, 'planner.js'),
    define: { exampleTexts: JSON.stringify(await exampleTexts()), workerScript: JSON.stringify(worker.script) },
  })
  const metafile: Metafile = {
    inputs: { ...worker.metafile.inputs, ...page.metafile.inputs },
    outputs: { ...worker.metafile.outputs, ...page.metafile.outputs },
  }
  await build({ ...bundled, entryPoints: [join(source, 'fleet-main.tsx')], outfile: join(folder, 'fleet.js') })
  await build({
    ...bundled,
    entryPoints: [join(source, 'autoscaler-main.tsx')],
    outfile: join(folder, 'autoscaler.js'),
    define: { exampleDay: JSON.stringify(await readFile(join(root, 'examples/autoscaler/day.yaml'), 'utf8')) },
  })
  await cp(join(source, 'planner.css'), join(folder, 'planner.css'))
  const template = await readFile(join(source, 'index.html'), 'utf8')
  await writeFile(join(folder, 'index.html'), html(template, false))
  await writeFile(join(folder, 'live.html'), html(template, true))
  for (const page of ['fleet.html', 'autoscaler.html']) await cp(join(source, page), join(folder, page))
  return {
    metafile,
    size: await sizeOf(folder, ['index.html', 'planner.js', 'planner.css']),
    fleetSize: await sizeOf(folder, ['fleet.html', 'fleet.js', 'planner.css']),
    autoscalerSize: await sizeOf(folder, ['autoscaler.html', 'autoscaler.js', 'planner.css']),
  }
}

export const sizeText = ({ bytes, compressed }: PageSize): string =>
  `${Math.round(bytes / 1024)} KiB, compressed ${Math.round(compressed / 1024)} KiB`

const isLarger = (size: PageSize, largest: PageSize): boolean => size.bytes > largest.bytes || size.compressed > largest.compressed

if (import.meta.main) {
  const folder = process.argv[2] ?? join(root, 'packages/planner/dist/page')
  const { size, fleetSize, autoscalerSize } = await buildPlanner(folder)
  console.log(`planner: ${folder}: ${sizeText(size)} (at most ${sizeText(largestPage)})`)
  console.log(`fleet: ${sizeText(fleetSize)} (at most ${sizeText(largestFleet)})`)
  console.log(`autoscaler: ${sizeText(autoscalerSize)} (at most ${sizeText(largestAutoscaler)})`)
  if (isLarger(size, largestPage) || isLarger(fleetSize, largestFleet) || isLarger(autoscalerSize, largestAutoscaler)) process.exitCode = 1
}
