import { expect, test } from 'vitest'
import { playQueue } from './play-queue.ts'

const play = (name: string, changesCrds?: true) => ({ story: { name, ...(changesCrds === undefined ? {} : { changesCrds }) } })

test('of two stories that change the CRDs one is played after the other, and the rest goes ahead', () => {
  const queue = playQueue([play('chart', true), play('webhook', true), play('savepoint')])
  const [first, second] = [queue.next(), queue.next()]
  expect([first?.story.name, second?.story.name, queue.next()]).toEqual(['chart', 'savepoint', undefined])
  queue.ended(second!)
  expect(queue.next()).toBeUndefined()
  queue.ended(first!)
  expect([queue.next()?.story.name, queue.next()]).toEqual(['webhook', undefined])
})
