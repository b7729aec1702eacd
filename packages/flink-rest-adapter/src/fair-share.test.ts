import { expect, test } from 'vitest'
import { fairShare } from './fair-share.ts'

const never = new AbortController().signal

/** What has resolved by now. */
const settled = async <A>(promise: Promise<A>): Promise<A | 'waiting'> => {
  await new Promise(resolve => setImmediate(resolve))
  return Promise.race([promise, Promise.resolve('waiting' as const)])
}

test('who fits goes on at once, the others in order', async () => {
  const take = fairShare(4)
  const first = await take('a', 3, never)
  const [second, third] = [take('b', 2, never), take('c', 1, never)]
  expect([await settled(second), await settled(third)]).toEqual(['waiting', 'waiting'])
  first?.release()
  expect([await settled(second), await settled(third)]).not.toContain('waiting')
})

test('S02 one owner leaves a quarter to the others, however much it asks for', async () => {
  const take = fairShare(4)
  const mine = [take('a', 1, never), take('a', 1, never), take('a', 1, never), take('a', 1, never)]
  expect(await settled(mine[3]!)).toBe('waiting')
  expect(await settled(take('b', 1, never))).not.toBe('waiting')
  const all = fairShare(4)
  expect(await settled(all('a', 100, never))).not.toBe('waiting')
})

test('who gives up leaves the queue, and lets through whom it held up', async () => {
  const take = fairShare(4)
  await take('a', 2, never)
  const leaving = new AbortController()
  const large = take('b', 3, leaving.signal)
  const small = take('c', 1, never)
  expect(await settled(small)).toBe('waiting')
  leaving.abort()
  expect(await large).toBeNull()
  expect(await settled(small)).not.toBe('waiting')
  expect(await take('d', 1, leaving.signal)).toBeNull()
})

test('what is given back twice counts once', async () => {
  const take = fairShare(4)
  const one = await take('a', 3, never)
  one?.release()
  one?.release()
  expect(await settled(take('a', 3, never))).not.toBe('waiting')
  expect(await settled(take('b', 3, never))).toBe('waiting')
})
