import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { recordings, releases } from '../../test/recorded-answers.ts'
import { FlinkNumber } from './flink-number.ts'

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const percentiles = (json: unknown): readonly unknown[] =>
  isObject(json) ? Object.entries(json).flatMap(([key, value]) => (/^p\d+$/.test(key) ? [value] : percentiles(value))) : []

test.each(releases)('trap 12 every recorded percentile of Flink %s is a number or the text NaN', release => {
  const found = recordings(release).flatMap((
    { request, response },
  ) => (request.path.endsWith('/checkpoints') ? percentiles(response.body) : []))
  expect(found).toContain('NaN')
  expect(found.filter(value => typeof value === 'number').length).toBeGreaterThan(0)
  expect(found.map(FlinkNumber.read).filter(E.isLeft)).toEqual([])
})

test.each([
  [1.5, E.right(1.5)],
  ['73', E.right(73)],
  ['-1', E.right(-1)],
  ['NaN', E.right(null)],
])('%j', (value, want) => expect(FlinkNumber.read(value)).toEqual(want))

test.each([[''], [' '], ['file:/x'], [true], [undefined], [{}]])(
  '%j is no number',
  value => expect(E.isLeft(FlinkNumber.read(value))).toBe(true),
)
