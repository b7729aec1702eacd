import { describe, expect, test } from 'vitest'
import { javaCauses } from './java-causes.ts'

describe('a printed Java stack trace', () => {
  test('causes, outermost first, without frames and suppressed ones', () => {
    const trace = [
      'java.util.concurrent.CompletionException: outer',
      '\tat a.B.c(B.java:1)',
      '\tSuppressed: a.S: no',
      '\t\tat s.S.s(S.java:2)',
      'Caused by: a.b.Inner$Nested: first line',
      'second line',
      '\tat a.B.d(B.java:3)',
      '\t... 12 more',
      'Caused by: java.lang.NullPointerException',
      '',
    ].join('\n')
    expect(javaCauses(trace)).toEqual([
      { type: 'java.util.concurrent.CompletionException', message: 'outer' },
      { type: 'a.b.Inner$Nested', message: 'first line\nsecond line' },
      { type: 'java.lang.NullPointerException', message: '' },
    ])
  })

  test('B14 ends where Java says that it was told already', () =>
    expect(javaCauses('a.B: x\nCaused by: a.C: y\nCaused by: [CIRCULAR REFERENCE: a.B: x]\nCaused by: a.D: z').map(cause => cause.type))
      .toEqual(['a.B', 'a.C']))

  test('B14 is bounded in depth and length', () => {
    const causes = javaCauses(`a.B: ${'x'.repeat(5_000)}\n${'Caused by: a.B: y\n'.repeat(5_000)}`)
    expect(causes).toHaveLength(10)
    expect(Math.max(...causes.map(cause => cause.message.length))).toBeLessThanOrEqual(1_000)
  })

  test.each([
    ['line ends', '\n'],
    ['long blank lines', `${' '.repeat(480)}\n`],
    ['blanks', ' '],
    ['one name', 'a.'],
    ['suppressed', '\n Suppressed: x'],
    ['causes', 'Caused by: a.B: x\n'],
    ['frames of which the rest is missing', ' ... 1'],
  ])('S02 2.4 MB of %s take no seconds', (_, unit) => {
    const trace = `a.B: x\n${unit.repeat(2_400_000 / unit.length)}`
    const start = performance.now()
    expect(javaCauses(trace).length).toBeLessThanOrEqual(10)
    // ten seconds and more before
    expect(performance.now() - start).toBeLessThan(3_000)
  })

  test.each([['', []], ['just words', [{ type: '', message: 'just words' }]]])('%j', (text, want) => expect(javaCauses(text)).toEqual(want))
})
