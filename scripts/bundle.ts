/** One file to ship: node packages/operator/dist/flink-operator.mjs */
import { chmod } from 'node:fs/promises'
import { build } from 'esbuild'

const outfile = 'packages/operator/dist/flink-operator.mjs'

await build({
  entryPoints: ['packages/operator/src/main.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  conditions: ['@flink-operator/source'],
  minify: true,
  legalComments: 'linked',
  logLevel: 'info',
  banner: { js: '#!/usr/bin/env -S node --max-semi-space-size=1\nimport{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
})
await chmod(outfile, 0o755)
