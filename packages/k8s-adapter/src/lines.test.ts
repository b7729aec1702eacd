import { expect, test } from 'vitest'
import { lines } from './lines.ts'

const collect = (limit: number, chunks: readonly (string | Uint8Array)[]) => {
  const got: string[] = []
  const feed = lines(limit, line => got.push(line))
  const ends = chunks.map(chunk => feed(typeof chunk === 'string' ? Buffer.from(chunk) : chunk))
  return { got, ends }
}

test.each([
  ['one line', ['a\n'], ['a']],
  ['several in a chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
  ['one over several chunks', ['a', 'b', 'c\n'], ['abc']],
  ['a character cut in two', [Buffer.from('→').subarray(0, 1), Buffer.from('→').subarray(1), '\n'], ['→']],
  ['empty lines, and line ends of other systems', ['\n\r\na\r\n\n'], ['a']],
  ['the last one without its end: not told', ['a\nb'], ['a']],
])('%s', (_title, chunks, want) => {
  expect(collect(10, chunks).got).toEqual(want)
})

test.each([
  ['exactly the limit', ['0123456789\n'], [null]],
  ['one more, in one chunk', ['0123456789x\n'], [{ limit: 10 }]],
  ['one more, over several chunks, before its end comes', ['01234', '56789', 'x'], [null, null, { limit: 10 }]],
])('the limit: %s', (_title, chunks, want) => {
  expect(collect(10, chunks).ends).toEqual(want)
})

test('what is kept does not change when the buffer of the connection is used again', () => {
  const got: string[] = []
  const feed = lines(10, line => got.push(line))
  const buffer = Buffer.from('abc')
  feed(buffer)
  buffer.fill('x')
  feed(Buffer.from('\n'))
  expect(got).toEqual(['abc'])
})
