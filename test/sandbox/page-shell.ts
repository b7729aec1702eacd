import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Ran, ran, type TestSandbox } from './a-sandbox.ts'

export const root = join(import.meta.dirname, '../..')
/** Is there no kubectl? Most pages begin with it. */
export const isMissing = spawnSync('kubectl', ['version', '--client']).status !== 0
export const title = (page: string): string => (isMissing ? `${page} (skipped: there is no kubectl on the path)` : page)

/** The commands of a page, block by block, in order. */
export const blocksOf = (page: string): readonly string[] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', text = '']) =>
    text.split('\n').map(line => line.slice(indent.length)).join('\n').trim()
  )

/** `flink-operator` of this tree, for a shell. */
const toolFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  const main = join(root, 'packages/operator/src/main.ts')
  const script = join(folder, 'flink-operator')
  writeFileSync(script, `#!/bin/sh\nexec "${process.execPath}" --conditions=@flink-operator/source "${main}" "$@"\n`)
  chmodSync(script, 0o755)
  return folder
}

/** What a reader types, line by line, in order: lines of `sh`, and those after a prompt. */
export const commandsOf = (page: string): readonly string[] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^```(sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text = '']) =>
    text.trim().split('\n').flatMap(line => (language === 'sh' ? [line] : line.startsWith('$ ') ? [line.slice(2)] : []))
  )

/** Runs a script as a reader of the page would, in a checkout. */
export type PageShell = (script: string) => Promise<Ran>

/** A shell in which the page's commands find this cluster. */
export const pageShell = (sandbox: TestSandbox): PageShell => {
  const folder = toolFolder()
  const environment = {
    KUBECONFIG: sandbox.kubeconfigFile,
    KUBECACHEDIR: folder,
    FLINK_OPERATOR_REST_RESOLUTION: sandbox.flinkUrl,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
  }
  return script => ran('bash', ['-euo', 'pipefail', '-c', `cd ${root}\n${script}`], environment)
}

/** Runs all blocks, each of which has to end well; what they printed. */
export const followed = async (shell: PageShell, page: string): Promise<ReadonlyMap<string, string>> => {
  const reported = new Map<string, string>()
  for (const block of blocksOf(page)) {
    const { code, out, err } = await shell(block)
    expect({ block, code, err: code === 0 ? '' : err + out }).toEqual({ block, code: 0, err: '' })
    reported.set(block, out)
  }
  return reported
}
