import { inspect } from 'node:util'
import { expect as vitestExpect } from 'vitest'

/** One test of a file, with the names of its blocks. */
export interface CollectedTest {
  readonly name: string
  readonly run: () => unknown
}

type Body = (...row: readonly unknown[]) => unknown

let collected: CollectedTest[] = []
let blocks: readonly string[] = []

/** The tests that `load` declares. */
export const testsOf = (load: () => unknown): readonly CollectedTest[] => {
  collected = []
  blocks = []
  load()
  return collected
}

const declare = (name: string, run: () => unknown): void => {
  const full = [...blocks, name].join(' > ')
  const same = collected.filter(it => it.name === full || it.name.startsWith(`${full} #`)).length
  collected.push({ name: same === 0 ? full : `${full} #${same + 1}`, run })
}

const block = (name: string, body: () => unknown): void => {
  const around = blocks
  blocks = [...around, name]
  body()
  blocks = around
}

/** A title with its row filled in; only to tell tests apart. */
const titleOf = (title: string, row: readonly unknown[]): string =>
  row.reduce<string>(
    (text, value) =>
      text.replace(/%[a-z]/u, () => (typeof value === 'string' ? value : inspect(value, { breakLength: Infinity, depth: 1 }))),
    title,
  )

const rowsOf = (rows: readonly unknown[]): readonly (readonly unknown[])[] =>
  rows.map(row => (Array.isArray(row) ? row : [row]) as readonly unknown[])

const each =
  (declareOne: (name: string, run: () => unknown) => void) => (rows: readonly unknown[]) => (title: string, body: Body): void => {
    for (const row of rowsOf(rows)) declareOne(titleOf(title, row), () => body(...row))
  }

/** Stands in for `vitest` in the bundle of tests: declares at once, runs when it is asked to. Types are checked elsewhere. */
export const vitest = {
  test: Object.assign(declare, { each: each(declare) }),
  describe: Object.assign(block, { each: each(block) }),
  expect: vitestExpect,
  expectTypeOf: () => ({ toEqualTypeOf: () => undefined, not: { toHaveProperty: () => undefined } }),
}
