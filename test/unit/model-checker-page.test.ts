import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A run takes as long as it takes. */
const untimed = (text: string): readonly string[] =>
  text.split('\n').map(line => line.replace(/, [\d.]+ s,/, ', N s,')).filter(line => line !== '').toSorted()

test('docs/model-checker.md shows what its command prints', () => {
  const page = readFileSync(join(root, 'docs/model-checker.md'), 'utf8')
  const [, command = '', shown = ''] = /```sh\nnpm run verify -- ([^\n]+)\n```\n\n```\n([^`]+)```/.exec(page) ?? []
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--conditions=@flink-operator/source', 'packages/operator/src/main.ts', 'verify', ...command.split(' ')],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', VITEST: '' } },
  )
  expect(untimed(stdout)).toEqual(untimed(shown))
  expect(status).toBe(0)
})
