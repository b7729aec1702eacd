import { describe, expect, test } from 'vitest'
import { judgeLoop, type LoopLook } from './standing-loop.ts'

const mebi = 1024 * 1024
const limits = { worked: 1_500, heapBytes: 256 * mebi }
const look = (at: number, cpu: number, heap: number, count = 1): LoopLook => ({
  at,
  cpu,
  bytes: (60 + heap) * mebi,
  beat: { count, otherBytes: 60 * mebi },
})

describe('does the loop stand still?', () => {
  test.each<[string, LoopLook, LoopLook, string | null]>([
    ['it beats', look(0, 0, 50), look(9_000, 9_000, 50, 2), null],
    ['it worked at one stretch for as long as it may', look(0, 0, 50), look(1_500, 1_500, 50), 'LoopStoodStill'],
    ['it worked for less', look(0, 0, 50), look(1_499, 1_499, 50), null],
    ['on a busy machine, where it got some time to work', look(0, 0, 50), look(9_000, 1_500, 50), 'LoopStoodStill'],
    ['it got no time to work: a busy machine, one that slept, SIGSTOP', look(0, 0, 50), look(60_000, 1_499, 50), null],
    ['other threads worked as well, and are counted', look(0, 0, 50), look(1_100, 2_200, 50), null],
    ['one stretch filled the memory', look(0, 0, 50), look(300, 300, 206), 'MemoryRanOut'],
    ['the memory was as full before', look(0, 0, 200), look(300, 300, 210), null],
    ['a beat is due any moment', look(0, 0, 50), look(100, 100, 250), null],
  ])('%s', (_title, before, now, trouble) => {
    const { stretch } = judgeLoop(null, before, limits)
    expect(judgeLoop(stretch, now, limits).trouble).toBe(trouble)
  })

  test('a stretch begins at the first look after its beat', () => {
    const first = judgeLoop(null, look(0, 0, 50), limits).stretch
    const second = judgeLoop(first, look(1_000, 1_000, 50), limits).stretch
    expect(second).toBe(first)
    expect(judgeLoop(second, look(2_000, 2_000, 50, 2), limits).stretch).toMatchObject({ count: 2, at: 2_000 })
  })
})
