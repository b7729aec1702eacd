import { expect, test } from 'vitest'
import { haltedText, haltHere, letGo, loopMemory, readBeat, writeBeat } from './loop-memory.ts'

test('beats are counted', () => {
  const memory = loopMemory()
  writeBeat(memory, 7)
  writeBeat(memory, 8)
  expect(readBeat(memory)).toEqual({ count: 2, otherBytes: 8 })
  expect(haltedText(memory)).toBe(null)
})

test('what halts is let go: at once, or when nobody does for too long', () => {
  const memory = loopMemory()
  expect(haltHere(memory, 'a text', 1)).toBe(false)
  expect(haltedText(memory)).toBe(null)
  letGo(memory)
  expect(haltHere(memory, 'x'.repeat(100_000), 1)).toBe(false)
})
