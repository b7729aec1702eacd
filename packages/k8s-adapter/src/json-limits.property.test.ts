import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { measured } from './json-limits.ts'

const nested = (depth: number, inner: string): string => `${'{"a":['.repeat(depth / 2)}${inner}${']}'.repeat(depth / 2)}`

const depthOf = (text: string): number => {
  let [level, most] = [0, 0]
  for (const character of text.replaceAll(/"(?:\\.|[^"\\])*"/g, '""')) {
    if (character === '{' || character === '[') level += 1
    if (character === '}' || character === ']') level -= 1
    most = Math.max(most, level)
  }
  return most
}

describe('S02 a JSON text before it is parsed', () => {
  test.prop([fc.jsonValue({ maxDepth: 8 }), fc.constantFrom(0, 1)])('what is not deep stays as it is', (json, indent) => {
    const text = JSON.stringify(json, null, indent)
    expect(measured(text).text).toBe(text)
  })

  test.prop([fc.jsonValue(), fc.integer({ min: 150, max: 3_000 }), fc.jsonValue()])(
    'what is too deep is null there, and all beside it is as it was',
    (before, half, after) => {
      const deep = nested(2 * half, '1.0')
      const { text } = measured(`{"before":${JSON.stringify(before)},"deep":${deep},"after":${JSON.stringify(after)},"also":[${deep}]}`)
      const json = JSON.parse(text) as { before: unknown; after: unknown }
      expect([json.before, json.after]).toEqual([JSON.parse(JSON.stringify(before)), JSON.parse(JSON.stringify(after))])
      expect(depthOf(text)).toBe(200)
    },
  )

  test.prop([fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', 'a') })])('any text has an answer', text => {
    expect(measured(text).values).toBeGreaterThan(0)
  })
})
