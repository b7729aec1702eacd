import { describe, expect, test } from 'vitest'
import type { Deviation, Excuse } from '../../golden/deviation.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../../golden/family.ts'
import { judge } from '../../golden/judge.ts'
import { ruleCounts, unusedRules } from '../../golden/rule-counts.ts'

const vector: GoldenVector = { id: 'f/1', given: { a: 1 }, expect: {} }
const family = (...found: readonly Difference[]): GoldenFamily => ({ name: 'f', run: () => found })
const rule = (excuses: readonly Excuse[], change: Partial<Deviation> = {}): Deviation => ({
  id: 'X',
  family: 'f',
  vectors: 'all',
  when: () => true,
  excuses,
  reason: '',
  test: '',
  ...change,
})
const verdict = (rules: readonly Deviation[], ...found: readonly Difference[]) => judge(family(...found), vector, rules)

describe('a vector against the table of deviations', () => {
  test('no difference: it passes', () => {
    expect(verdict([rule([{ field: 'a' }])])).toEqual({ tag: 'Passed', declared: [], problem: null })
  })

  test('a difference that nobody declared: it fails', () => {
    expect(verdict([], differenceOf('a', 1, 2))).toMatchObject({ tag: 'Failed', problem: 'a: want 1, got 2' })
  })

  test('a difference beyond the fields that its rule names: it fails, and only that one is told', () => {
    expect(verdict([rule([{ field: 'a', want: 1, got: 2 }])], differenceOf('a', 1, 2), differenceOf('b', 1, 2))).toMatchObject({
      tag: 'Failed',
      problem: 'b: want 1, got 2',
    })
  })

  test.each<readonly [string, Excuse, string]>([
    ['the named field, any values', { field: 'a' }, 'Skipped'],
    ['another field', { field: 'b' }, 'Failed'],
    ['fields of a form', { field: /^a/ }, 'Skipped'],
    ['the very values', { field: 'a', want: 'x', got: 'y' }, 'Skipped'],
    ['another value there', { field: 'a', want: 'y', got: 'y' }, 'Failed'],
    ['another value here', { field: 'a', want: 'x', got: null }, 'Failed'],
    ['one of several', { field: 'a', got: { oneOf: [null, 'y'] } }, 'Skipped'],
    ['none of several', { field: 'a', got: { oneOf: [null, 'x'] } }, 'Failed'],
    ['text of a form', { field: 'a', got: /^y$/ }, 'Skipped'],
    ['text of another form', { field: 'a', got: /^z$/ }, 'Failed'],
    ['what the two have to do with each other', { field: 'a', both: { name: '', test: (want, got) => want !== got } }, 'Skipped'],
    ['and do not', { field: 'a', both: { name: '', test: (want, got) => want === got } }, 'Failed'],
    ['what the vector is given', { field: 'a', both: { name: '', test: (_want, _got, { given }) => given['a'] === 1 } }, 'Skipped'],
  ])('a rule excuses %s', (_title, excuse, tag) => {
    expect(verdict([rule([excuse])], differenceOf('a', 'x', 'y')).tag).toBe(tag)
  })

  test('a rule of other vectors, or of another family, excuses nothing', () => {
    const excuses = [{ field: 'a' }]
    expect(verdict([rule(excuses, { when: () => false }), rule(excuses, { family: 'g' })], differenceOf('a', 1, 2)).tag).toBe('Failed')
  })

  test('two rules may share a vector: each for its own fields', () => {
    expect(
      verdict([rule([{ field: 'a' }]), rule([{ field: 'b' }], { id: 'Y' })], differenceOf('a', 1, 2), differenceOf('b', 1, 2)).declared.map(
        ({ deviation: { id } }) => id,
      ),
    ).toEqual(['X', 'Y'])
  })

  test('a mark that is on every vector is no skip, but beside another deviation', () => {
    const mark = rule([{ field: 'a' }], { isEverywhere: true })
    expect([
      verdict([mark], differenceOf('a', 1, 2)).tag,
      verdict([mark, rule([{ field: 'b' }])], differenceOf('a', 1, 2), differenceOf('b', 1, 2)).tag,
    ]).toEqual(['Passed', 'Skipped'])
  })

  test('an exception of the runner is a failure', () => {
    expect(judge(
      {
        name: 'f',
        run: () => {
          throw new Error('boom')
        },
      },
      vector,
      [],
    )).toMatchObject({ tag: 'Failed', problem: expect.stringContaining('boom') as string })
  })
})

describe('numbers by rule', () => {
  const used = rule([{ field: 'a' }, { field: 'b' }])
  const unused = rule([{ field: 'c' }], { id: 'Y' })
  const verdicts = [
    verdict([used, unused], differenceOf('a', 1, 2), differenceOf('b', 1, 2)),
    verdict([used, unused], differenceOf('a', 1, 2)),
    verdict([used, unused]),
  ]

  test('vectors and fields that a rule excused', () => {
    expect(ruleCounts([used], verdicts)).toEqual(['  f X (all): 2 vectors, 3 fields: a, b'])
  })

  test('a rule that excused nothing', () => {
    expect(unusedRules([used, unused], verdicts)).toEqual([unused])
  })
})
