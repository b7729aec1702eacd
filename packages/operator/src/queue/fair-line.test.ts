import { describe, expect, test } from 'vitest'
import { createFairLine, type FairLine } from './fair-line.ts'

const namespaceOf = (key: string): string => key.split('/')[0] ?? ''

/** Takes keys until none is due. */
const takeAll = (line: FairLine, now: number): readonly string[] => {
  const taken: string[] = []
  for (let next = line.take(now); next !== undefined; next = line.take(now)) taken.push(next.key)
  return taken
}

describe('the line of the queue', () => {
  test('S11: a namespace with hundreds of due keys delays the key of another one by one piece of work', () => {
    const line = createFairLine(namespaceOf)
    for (let n = 0; n < 400; n += 1) line.put(`noisy/${n}`, n)
    line.put('victim/a', 399)
    const taken = takeAll(line, 1_000)
    expect(taken.indexOf('victim/a')).toBeLessThanOrEqual(1)
    expect(taken).toHaveLength(401)
  })

  test('S11: keys that keep coming give no namespace a second turn before all others had theirs', () => {
    const line = createFairLine(namespaceOf)
    const started: string[] = []
    for (const namespace of ['a', 'b', 'c']) for (let n = 0; n < 5; n += 1) line.put(`${namespace}/${n}`, 0)
    for (let turn = 0; turn < 12; turn += 1) {
      line.put(`a/again-${turn}`, 0)
      started.push(namespaceOf(line.take(0)?.key ?? ''))
    }
    for (const namespace of ['a', 'b', 'c']) expect(started.filter(it => it === namespace)).toHaveLength(4)
  })

  test('S11: namespaces that may not begin anything are passed over, and the others take turns', () => {
    const line = createFairLine(namespaceOf)
    for (const namespace of ['held', 'a', 'b']) for (let n = 0; n < 3; n += 1) line.put(`${namespace}/${n}`, 0)
    const started = Array.from({ length: 6 }, () => line.take(0, group => group !== 'held')?.key)
    expect(started).toEqual(['a/0', 'b/0', 'a/1', 'b/1', 'a/2', 'b/2'])
    expect(line.take(0, group => group !== 'held')).toBeUndefined()
    expect(line.take(0)?.key).toBe('held/0')
  })

  test('within a namespace the earliest due key comes first, equal ones in the order in which they came', () => {
    const line = createFairLine(namespaceOf)
    line.put('a/late', 7)
    line.put('a/first', 5)
    line.put('a/second', 5)
    expect(takeAll(line, 10)).toEqual(['a/first', 'a/second', 'a/late'])
  })

  test('nothing comes before it is due, not even where its namespace has the turn', () => {
    const line = createFairLine(namespaceOf)
    line.put('a/now', 0)
    line.put('a/later', 50)
    expect(takeAll(line, 0)).toEqual(['a/now'])
    expect(line.take(49)).toBeUndefined()
    line.put('a/moved', 10)
    line.put('a/moved', 90)
    expect(line.take(10)).toBeUndefined()
    expect(line.earliest()).toBe(50)
    expect(takeAll(line, 100)).toEqual(['a/later', 'a/moved'])
  })

  test('behaves as a plain list would, whatever is put, moved, taken and removed, and keeps nothing', () => {
    const line = createFairLine(namespaceOf)
    const plain = new Map<string, number>()
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let now = 0; now < 5_000; now += 1) {
      const key = `${random(7)}/${random(30)}`
      const choice = random(4)
      if (choice === 0) {
        line.remove(key)
        plain.delete(key)
      } else if (choice === 1) {
        const next = line.take(now)
        expect(next === undefined).toBe([...plain.values()].every(due => due > now))
        if (next !== undefined) {
          expect(plain.get(next.key)).toBe(next.due)
          plain.delete(next.key)
        }
      } else {
        line.put(key, now + random(100))
        plain.set(key, line.dueOf(key) ?? -1)
      }
      expect(line.earliest()).toBe(plain.size === 0 ? undefined : Math.min(...plain.values()))
      expect(line.countDue(now)).toBe([...plain.values()].filter(due => due <= now).length)
    }
    for (const key of plain.keys()) line.remove(key)
    expect(line.groups()).toBe(0)
    expect(line.earliest()).toBeUndefined()
  })
})
