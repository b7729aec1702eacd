/**
 * What is shipped, whole: node packages/operator/dist/flink-operator.mjs, with what its commands load when they are called in the folder
 * chunk/ beside it, and the example of the demo. `node scripts/bundle.ts FOLDER`: there instead.
 */
import { chmod, copyFile, mkdir, rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { build, type Plugin } from 'esbuild'

const folder = process.argv[2] ?? 'packages/operator/dist'

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

await rm(`${folder}/chunk`, { recursive: true, force: true })
await build({
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
  legalComments: 'linked',
  logLevel: 'warning',
  banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
})
await chmod(`${folder}/flink-operator.mjs`, 0o755)
await mkdir(`${folder}/examples`, { recursive: true })
await copyFile('examples/savepoint.yaml', `${folder}/examples/savepoint.yaml`)
