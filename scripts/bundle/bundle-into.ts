/** How the operator is bundled. */
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { build, type Metafile, type Plugin } from 'esbuild'

export const root = join(import.meta.dirname, '../..')

/**
 * What the operator would hold in memory without ever using it stays out.
 * - An `import` of one of Node's modules reads all its exports, and one of `node:http`'s loads a second HTTP client (WebSocket): they are
 *   required instead.
 * - Of Kubernetes' client only kubeconfig and credentials are used: not its calls with their 700 models, not the clients that those are
 *   sent with.
 */
const light: Plugin = {
  name: 'light',
  setup: plugin => {
    plugin.onResolve(
      { filter: /^(node:)?[a-z_/0-9]+$/ },
      ({ path, kind }) => (isBuiltin(path) && kind === 'import-statement' ? { path, namespace: 'node' } : undefined),
    )
    plugin.onResolve(
      { filter: /^(undici|socks|socks-proxy-agent|\.\/gen\/.*)$/ },
      ({ path, importer }) => (importer.includes('@kubernetes/client-node') ? { path, namespace: 'unused' } : undefined),
    )
    plugin.onLoad({ filter: /.*/, namespace: 'node' }, ({ path }) => ({ contents: `module.exports = require(${JSON.stringify(path)})` }))
    plugin.onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Writes the program, and what its commands load in the folder chunk/ beside it. What came of which file is returned. */
export const bundleInto = async (folder: string): Promise<Metafile> => {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { 'flink-operator': 'packages/operator/src/main.ts' },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk/[name]-[hash]',
    // `run` then neither reads nor holds what only other commands need: 10 MiB less than one file
    splitting: true,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: ['@flink-operator/source'],
    minify: true,
    // their modules for bundlers: of the others each import makes a getter for each export, 5 MiB of them
    alias: { 'fp-ts/lib': 'fp-ts/es6', 'io-ts': 'io-ts/es6/index.js' },
    plugins: [light],
    // LEGAL.txt has them whole
    legalComments: 'none',
    logLevel: 'warning',
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  })
  return metafile
}
