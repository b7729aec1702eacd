import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pumps } from '../linear/pump.ts'
import { slowTexts, type Tried } from '../linear/slow-texts.ts'

test('there are pumps of all that the code splits texts at', () => {
  expect(pumps.length).toBeGreaterThan(60)
  expect(new Set(pumps.map(({ name }) => name)).size).toBe(pumps.length)
})

// a very busy machine can hide growth from one measurement
test('what grows with the square of its letters is found, and what grows with them is not', { retry: 3 }, () => {
  const doing = (name: string, run: (text: string) => unknown): Tried => ({ name, prepared: text => () => run(text) })
  const brackets = (text: string): string => ')'.repeat(text.length / 8)
  const found = slowTexts([
    doing('an expression that begins anywhere', text => `${brackets(text)}x`.replace(/[)\]]+$/, '')),
    doing('a search in a loop', text => {
      const all = brackets(text)
      return Array.from(all).filter((_, at) => all.indexOf(')x', at) < 0)
    }),
    doing('linear', text => text.replaceAll('a', 'b').split('')),
    doing('a table', text => new Map(Array.from(text).map((letter, at) => [at, letter]))),
  ], 1)
  expect(found.map(({ name }) => name)).toEqual(['an expression that begins anywhere', 'a search in a loop'])
})

test('S01 S03 S06 no function of the core, and no field of a kind, takes longer for a text than its letters ask for', () => {
  const run = join(import.meta.dirname, '../linear/run.ts')
  const output = execFileSync(process.execPath, ['--no-warnings', '--conditions=@flink-operator/source', run], { encoding: 'utf8' })
  const reported = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Readonly<Record<'functions' | 'fields', number>> & {
    readonly slow: unknown
  }
  expect(reported.functions).toBeGreaterThan(1_000)
  expect(reported.fields).toBeGreaterThan(100)
  expect(reported.slow).toEqual([])
}, 3_600_000)
