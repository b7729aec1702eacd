import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { groupedNames } from '../../scripts/docs/autoscaler-options.ts'
import { autoscalerOptions } from '../../packages/core/src/options/autoscaler-options.ts'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'packages/operator/src/main.ts')

interface Block {
  readonly page: string
  readonly command: string
  /** What the page shows of its output; `…` stands for any lines. */
  readonly shown: readonly string[]
}

const blocksOf = (page: string): readonly Block[] =>
  [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^```console\n\$ ([^\n]*)\n([^]*?)^```$/gm)].map(
    ([, command = '', output = '']) => ({ page, command, shown: output.split('\n').filter(line => line.trim() !== '') }),
  )

/** Words of a shell: blanks part them, quotes hold them together. */
const wordsOf = (command: string): readonly string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

const outputOf = (command: string): Promise<string> =>
  new Promise(resolve => {
    const [, ...words] = wordsOf(command)
    const args = ['--conditions=@flink-operator/source', main, ...words]
    execFile(process.execPath, args, { cwd: root, timeout: 300_000 }, (_error, out, err) => resolve(`${out}${err}`))
  })

const blocks = ['autoscaler.md', 'autoscaler-tuning.md'].flatMap(blocksOf)

describe('the pages about the autoscaler', () => {
  test('they have commands', () => {
    expect(blocks.length).toBe(7)
  })

  test.each(blocks)('$page: $command', async ({ command, shown }) => {
    const reported = (await outputOf(command)).split('\n').map(line => line.trimEnd())
    // in the order in which the page has them
    const places = shown.filter(line => line !== '…').map(line => reported.indexOf(line))
    expect(shown.filter(line => line !== '…' && !reported.includes(line))).toEqual([])
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('the page of options has every option once', () => {
    expect(groupedNames.toSorted()).toEqual(Object.keys(autoscalerOptions).toSorted())
  })
})
