import { expect, test } from 'vitest'
import { createDueHeap } from './due-heap.ts'

test('gives keys in the order of their due times, moved and removed ones too', () => {
  const heap = createDueHeap()
  const plain = new Map<string, number>()
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let i = 0; i < 5_000; i++) {
    const key = `k${random(200)}`
    if (random(3) === 0) {
      heap.remove(key)
      plain.delete(key)
    } else {
      const due = random(1_000)
      heap.put(key, due)
      plain.set(key, due)
    }
    expect(heap.size()).toBe(plain.size)
    expect(heap.peek()?.due).toBe(plain.size === 0 ? undefined : Math.min(...plain.values()))
    expect(heap.countDue(500)).toBe([...plain.values()].filter(due => due <= 500).length)
  }
  const out: number[] = []
  for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
    out.push(next.due)
    heap.remove(next.key)
  }
  expect(out).toEqual([...plain.values()].sort((a, b) => a - b))
})

test('equal due times: first come, first served', () => {
  const heap = createDueHeap()
  for (const key of ['c', 'a', 'b']) heap.put(key, 5)
  heap.put('c', 5)
  const out: string[] = []
  for (let next = heap.peek(); next !== undefined; next = heap.peek()) {
    out.push(next.key)
    heap.remove(next.key)
  }
  expect(out).toEqual(['a', 'b', 'c'])
})
