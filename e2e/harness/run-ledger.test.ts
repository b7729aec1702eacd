import { describe, expect, test } from 'vitest'
import { type JobRun, overlapOf, withRun } from './run-ledger.ts'

const run = (version: string, started: number, until: number): JobRun => ({
  application: 'app',
  pod: `${version}-pod`,
  version,
  id: `${version}-${started}`,
  name: 'first',
  state: 'RUNNING',
  started,
  until,
})

describe('two jobs of one application', () => {
  test('that were alive at one moment are told, though no look saw both', () =>
    expect(overlapOf([run('old', 0, 10), run('new', 9, 20)], false)).toMatch(/two live jobs/))
  test('one after the other are well', () => expect(overlapOf([run('old', 0, 10), run('new', 10, 20)], false)).toBeNull())
  test('of two versions may stand beside each other where the mode says so, of one version never', () => {
    expect(overlapOf([run('blue', 0, 10), run('green', 5, 20)], true)).toBeNull()
    expect(overlapOf([run('blue', 0, 10), run('blue', 5, 20)], true)).toMatch(/two live jobs/)
  })
  test('one that was seen twice is one', () => expect(withRun([run('old', 0, 10)], run('old', 0, 12))).toEqual([run('old', 0, 12)]))
})
