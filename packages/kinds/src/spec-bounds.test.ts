import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { object, validResources } from '../fixtures/admission.ts'
import { environment } from '../../core/fixtures/environment.ts'
import { kindNames, kindOf } from '@flink-operator/kinds'
import type { JsonObject } from '../../core/src/contract/resource/json.ts'
import { specBounds, trimmed, withinBounds } from '../../core/src/crd/spec-bounds.ts'

const found = (spec: unknown): string => {
  const within = withinBounds('spec', spec)
  return E.isRight(within) ? '' : `${within.left.path}: ${within.left.found} of ${within.left.expected}`
}

const text = (length: number): string => 'a'.repeat(length)

describe('S06 a spec is counted before it is read', () => {
  test.each<[title: string, spec: JsonObject, expected: string]>([
    ['a text', { job: { args: [text(131_073)] } }, 'spec.job.args[0]: 131073 of at most 131072 bytes of a text'],
    ['the longest text', { job: { args: [text(131_072)] } }, ''],
    ['a text of other letters', { image: '€'.repeat(50_000) }, 'spec.image: 150000 of at most 131072 bytes of a text'],
    ['a name', { flinkConfiguration: { [text(1_025)]: 'x' } }, `spec.flinkConfiguration.${text(80)}: 1025 of at most 1024 bytes of a name`],
    ['values', { a: Array.from({ length: 10_000 }, () => 1) }, 'spec: 10002 of at most 10000 values in the spec'],
    ['all texts', { a: Array.from({ length: 6 }, () => text(100_000)) }, 'spec: 600001 of at most 524288 bytes of text in the spec'],
  ])('%s', (_title, spec, expected) => {
    expect(found(spec).replace(/\[(?=a{80}\])|(?<=a{80})\]/g, '')).toBe(expected)
  })

  test('depth', () => {
    const deep = Array.from({ length: 20_000 }).reduce<unknown>(inner => ({ a: inner }), 1)
    expect(found(deep)).toMatch(/more than 100 levels of at most 100 levels of nesting/)
    expect(JSON.stringify(trimmed(deep)).length).toBeLessThan(300)
  })
})

test('S06 every kind refuses a spec that is too large with field, found and allowed, and can still be looked after', () => {
  for (const name of kindNames) {
    const kind = kindOf(name)
    const spec = { ...(validResources[name]?.['spec'] as JsonObject), somethingNew: text(200_000) }
    const decoded = kind.decode(object(name, { spec }))
    expect(E.isRight(decoded), name).toBe(true)
    if (E.isLeft(decoded)) continue
    expect(decoded.right.unread).toEqual([
      { path: 'spec.somethingNew', found: '200000', expected: `at most ${specBounds.text.most} bytes of a text` },
    ])
    const desired = kind.validate(decoded.right, environment()) as Readonly<
      Record<'invalid' | 'specUnread', { readonly message: string } | null>
    >
    // what is wrong with a session job may depend on its cluster, and is judged in each round
    const { message = '' } = desired.invalid ?? desired.specUnread ?? {}
    expect(message, name).toContain('spec.somethingNew: expected at most 131072 bytes of a text, found 200000')
  }
})

test('S06 of a spec that is too large is kept what tells which resource it is of', () => {
  const spec = { image: text(200_000), job: { args: [text(200_000), 'x'], parallelism: 2 }, flinkConfiguration: { a: 'b' } }
  expect(trimmed(spec)).toEqual({ job: { args: ['x'], parallelism: 2 }, flinkConfiguration: { a: 'b' } })
})
