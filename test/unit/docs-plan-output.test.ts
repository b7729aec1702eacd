import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Blocks of a page that show a plan: the command, and its output, in which `…` stands for any lines. */
const plansOf = (page: string): readonly (readonly [page: string, command: string, shown: readonly string[]])[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```console\n\$ flink-operator (plan [^\n]*)\n([^]*?)^```$/gm)].map(
    ([, command = '', shown = '']) => [page, command, shown.trimEnd().split('\n')],
  )

const plans = ['docs/index.md', 'docs/getting-started/first-job.md'].flatMap(plansOf)

const planned = (command: string): readonly string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'plan-output-'))
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  const example = readFileSync(join(root, 'examples/savepoint.yaml'), 'utf8')
  writeFileSync(join(folder, 'edited.yaml'), example.replace('parallelism: 2', 'parallelism: 4'))
  const main = join(root, 'packages/operator/src/main.ts')
  const args = ['--conditions=@flink-operator/source', main, ...command.split(' ')]
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).split('\n').map(line => line.trimEnd())
}

test('the first page and the first job show plans', () => {
  expect(plans.map(([page]) => page)).toEqual([
    'docs/index.md',
    'docs/getting-started/first-job.md',
    'docs/getting-started/first-job.md',
  ])
})

test.each(plans)('%s shows lines that its command prints, in their order: %s', (_page, command, shown) => {
  const lines = shown.filter(line => line.trim() !== '…')
  const reported = planned(command)
  expect(lines.filter(line => !reported.includes(line))).toEqual([])
  const places = lines.reduce<readonly number[]>((found, line) => [...found, reported.indexOf(line, (found.at(-1) ?? -1) + 1)], [])
  expect(places.filter(place => place < 0)).toEqual([])
})
