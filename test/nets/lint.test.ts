import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { fixtures, root } from './run-tool.ts'

const purityRules = [
  'no-restricted-globals',
  'no-restricted-properties',
  'no-restricted-syntax',
  'no-restricted-imports',
  'no-param-reassign',
]

/**
 * The real configuration, less the rules that need types: a fixture takes the place of a file of core and is judged as that file would be.
 */
const eslint = (options: ESLint.Options = {}): ESLint =>
  new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked], ...options })

const sinsOf = async (fixture: string, as: string): Promise<readonly string[]> => {
  const results = await eslint().lintText(readFileSync(join(fixtures, 'lint', fixture), 'utf8'), { filePath: join(root, as) })
  return results.flatMap(result => result.messages.map(({ ruleId, line, message }) => `${String(line)} ${ruleId ?? 'no rule'}: ${message}`))
}

const lineOf = (fixture: string, start: string): number =>
  readFileSync(join(fixtures, 'lint', fixture), 'utf8').split('\n').findIndex(line => line.trimStart().startsWith(start)) + 1

const expectSin = (sins: readonly string[], fixture: string, start: string, rule: string): void => {
  const line = lineOf(fixture, start)
  expect(line, `the fixture has no line ${start}`).toBeGreaterThan(0)
  expect(sins.filter(sin => sin.startsWith(`${String(line)} ${rule}: `)), `${rule} on line ${String(line)}`).not.toEqual([])
}

describe('net 3: lint of core', async () => {
  const sins = await sinsOf('impure.ts', 'packages/core/src/spec/validation/any-rule.ts')

  test.each([
    ["import { readFileSync } from 'node:fs'", 'no-restricted-imports'],
    ["import * as E from 'fp-ts/Either'", 'no-restricted-imports'],
    ["import { pipe } from 'fp-ts'", 'no-restricted-imports'],
    ["import * as D from 'io-ts/Decoder'", 'no-restricted-imports'],
    ["import * as T from 'fp-ts/lib/Task.js'", 'no-restricted-imports'],
    ["import * as R from 'fp-ts/lib/Random.js'", 'no-restricted-imports'],
    ["import { now } from 'fp-ts/lib/Date.js'", 'no-restricted-imports'],
    ['export const cache', 'no-restricted-syntax'],
    ['export let counter', 'no-restricted-syntax'],
    ['export class Job', 'no-restricted-syntax'],
    ['export const Anonymous', 'no-restricted-syntax'],
    ['export const clock', 'no-restricted-globals'],
    ['export const format', 'no-restricted-globals'],
    ['export const environment', 'no-restricted-globals'],
    ['export const bytes', 'no-restricted-globals'],
    ['export const log', 'no-restricted-globals'],
    ['export const get', 'no-restricted-globals'],
    ['export const unique', 'no-restricted-globals'],
    ['export const measure', 'no-restricted-globals'],
    ['export const escape', 'no-restricted-globals'],
    ['export const later', 'no-restricted-globals'],
    ['export const soon', 'no-restricted-globals'],
    ['export const copy', 'no-restricted-globals'],
    ['export const weak', 'no-restricted-globals'],
    ['export const random', 'no-restricted-properties'],
    ['export const order', 'no-restricted-properties'],
    ['export const shown', 'no-restricted-properties'],
    ["throw new Error('a')", 'no-restricted-syntax'],
    ['export const wait', 'no-restricted-syntax'],
    ['await Promise.resolve()', 'no-restricted-syntax'],
    ['export const load', 'no-restricted-syntax'],
    ['export const promise', 'no-restricted-syntax'],
    ['let total', 'no-restricted-syntax'],
    ["job.id = 'b'", 'no-restricted-syntax'],
    ["job.id = 'b'", 'no-param-reassign'],
    ['job.n++', 'no-restricted-syntax'],
    ['delete job.id', 'no-restricted-syntax'],
  ])('%s → %s', (start, rule) => {
    expectSin(sins, 'impure.ts', start, rule)
  })

  test('a file over 400 lines is refused', async () => {
    expect(await sinsOf('long.ts', 'packages/core/src/spec/validation/any-rule.ts')).toEqual([expect.stringContaining('max-lines')])
  })

  test('an excuse that excuses nothing is refused', async () => {
    expect(await sinsOf('unused-directive.ts', 'packages/core/src/spec/validation/any-rule.ts')).toEqual([
      expect.stringContaining('Unused eslint-disable'),
    ])
  })

  test('the pure packages as they are have no impurity', async () => {
    const results = await eslint({
      overrideConfig: [tseslint.configs.disableTypeChecked, { linterOptions: { reportUnusedDisableDirectives: 'off' } }],
      ruleFilter: ({ ruleId }) => purityRules.includes(ruleId),
    }).lintFiles(['packages/core', 'packages/high-availability'])
    expect(results.filter(result => result.errorCount > 0).map(result => [result.filePath, result.messages])).toEqual([])
  })
})

describe('net 3: lint of the simulation', async () => {
  const sins = await sinsOf('simulation.ts', 'packages/simulation/src/any-world.ts')
  const first = lineOf('simulation.ts', 'export let counter')

  test('local variables and local mutation are allowed', () => {
    expect(sins.filter(sin => Number(sin.split(' ')[0]) < first)).toEqual([])
  })

  test.each([
    ['export let counter', 'no-restricted-syntax'],
    ['export const cache', 'no-restricted-syntax'],
    ['export const clock', 'no-restricted-globals'],
    ['export const random', 'no-restricted-properties'],
    ["throw new Error('a')", 'no-restricted-syntax'],
  ])('%s → %s', (start, rule) => {
    expectSin(sins, 'simulation.ts', start, rule)
  })
})
