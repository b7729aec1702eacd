import { expect, test } from 'vitest'
import { kindFields } from '../linear/kind-field.ts'
import { pumps } from '../linear/pump.ts'
import { slowTexts, type Tried } from '../linear/slow-texts.ts'
import { textFunctions } from '../linear/text-function.ts'

/** Milliseconds of processor time for each, once one text was tried; `npm run fuzz -- --texts` takes as long as all texts need. */
const perFunction = 10
const perField = 25

test('there are pumps of all that the code splits texts at', () => {
  expect(pumps.length).toBeGreaterThan(60)
  expect(new Set(pumps.map(({ name }) => name)).size).toBe(pumps.length)
})

test('what grows with the square of its letters is found, and what grows with them is not', () => {
  const doing = (name: string, run: (text: string) => unknown): Tried => ({ name, prepared: text => () => run(text) })
  const found = slowTexts([
    doing('an expression that backtracks', text => text.replace(/[)\]},;.]+$/, '')),
    doing('one that begins anywhere', text => /\s+x/.test(text)),
    doing('a search in a loop', text => Array.from(text).filter((_, at) => text.indexOf('\u0001', at) < 0)),
    doing('linear', text => text.replaceAll('a', 'b').split('')),
    doing('a table', text => new Map(Array.from(text).map((letter, at) => [at, letter]))),
  ], 4_000)
  expect(new Set(found.map(({ name }) => name))).toEqual(
    new Set(['an expression that backtracks', 'one that begins anywhere', 'a search in a loop']),
  )
})

test('S01 S03 S06 no function of the core takes longer for a text than its letters ask for', async () => {
  const functions = await textFunctions()
  expect(functions.length).toBeGreaterThan(1_000)
  expect(slowTexts(functions, perFunction)).toEqual([])
}, 600_000)

test('S01 S06 no text of a spec keeps the operator longer than its letters ask for, whatever the field and the kind', () => {
  const fields = kindFields()
  const isOption = ({ name }: Tried): boolean => /flinkConfiguration\.[^*]/.test(name)
  // options are many, and read by a few readers
  const tried = fields.filter((field, at) => !isOption(field) || at % 8 === 0)
  expect(tried.length).toBeGreaterThan(100)
  expect(slowTexts(tried, perField)).toEqual([])
}, 600_000)
