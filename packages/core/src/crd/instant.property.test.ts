import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { formatInstant, parseInstant } from './instant.ts'

const moments = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') })

test.prop([moments])("moments are read and written as JavaScript's Date does", at => {
  const text = new Date(at).toISOString()
  expect(parseInstant(text)).toBe(at)
  expect(formatInstant(at)).toBe(text.replace('.000Z', 'Z'))
})
