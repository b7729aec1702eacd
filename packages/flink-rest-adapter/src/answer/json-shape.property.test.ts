import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { tooComplex } from './json-shape.ts'

const generous = { values: Number.MAX_SAFE_INTEGER, depth: Number.MAX_SAFE_INTEGER }
const bytes = (text: string): Uint8Array => Buffer.from(text)

const depthOf = (json: unknown): number =>
  typeof json !== 'object' || json === null ? 0 : 1 + Object.values(json).reduce<number>((most, inner) => Math.max(most, depthOf(inner)), 0)

const valuesOf = (json: unknown): number =>
  typeof json !== 'object' || json === null ? 1
    : 1 + Object.values(json).reduce<number>((sum, inner) => sum + valuesOf(inner), 0)

describe('S02 the shape of a JSON text', () => {
  test.prop([fc.jsonValue({ noUnicodeString: false }), fc.nat({ max: 2 })])(
    'depth is found exactly, and no value is missed',
    (json, indent) => {
      const text = bytes(JSON.stringify(json, null, indent))
      const depth = depthOf(json)
      expect(tooComplex(text, { ...generous, depth })).toBeNull()
      if (depth > 0) expect(tooComplex(text, { ...generous, depth: depth - 1 })).not.toBeNull()
      // each container may count one more: the comma that it lacks
      expect(tooComplex(text, { ...generous, values: 2 * valuesOf(json) })).toBeNull()
      expect(tooComplex(text, { ...generous, values: Math.ceil(valuesOf(json) / 2) - 1 })).not.toBeNull()
    },
  )

  test.prop([fc.string(), fc.string()])('what stands in a text is no structure', (one, other) => {
    const text = bytes(JSON.stringify({ [one]: other }))
    expect(tooComplex(text, { values: 2, depth: 1 })).toBeNull()
  })

  test.prop([fc.uint8Array()])('any bytes have an answer', any => {
    expect(['string', 'object']).toContain(typeof tooComplex(any, { values: 10, depth: 3 }))
  })
})
