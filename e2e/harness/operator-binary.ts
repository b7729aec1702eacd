import { join } from 'node:path'
import { build, stop } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')

/**
 * The operator as one file, made from the source as it is now: what is tested stays the same while the source is worked on, and it starts
 * sooner. `E2E_OPERATOR` names a file that was built before (npm run build).
 */
export const operatorBinary = async (folder: string, environment: NodeJS.ProcessEnv): Promise<string> => {
  const { E2E_OPERATOR } = environment
  if (E2E_OPERATOR !== undefined && E2E_OPERATOR !== '') return E2E_OPERATOR
  const outfile = join(folder, 'flink-operator.mjs')
  await build({
    entryPoints: [join(root, 'packages/operator/src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    conditions: ['@flink-operator/source'],
    logLevel: 'warning',
    // beside it, for whoever reads a stack trace: reading it takes half of an operator's start
    sourcemap: 'external',
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
  })
  await stop()
  return outfile
}
