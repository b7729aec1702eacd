import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { finderOf } from './known-texts.ts'
import { replacedSpans } from './replaced-spans.ts'

const found = (known: readonly string[], text: string): string => replacedSpans(text, finderOf(known)(text), part => `<${part}>`)

test.each<[known: readonly string[], text: string, shown: string]>([
  [[], 'abc', 'abc'],
  [['b'], 'abcb', 'a<b>c<b>'],
  [['ab', 'abcde', 'abc'], 'abcd abcde ab', '<abc>d <abcde> <ab>'],
  [['abcdefgh', 'abcdefgx'], 'abcdefg abcdefgx abcdefgh', 'abcdefg <abcdefgx> <abcdefgh>'],
  [['aaaa', 'aaaaaaaa'], 'aaaaaaaaa', '<aaaaaaaa>a'],
  [['ab', 'ab'], 'ab', '<ab>'],
])('the longest of %j in %s', (known, text, shown) => expect(found(known, text)).toBe(shown))

test('of a very long known text its beginning is enough, as far as the text is the same', () => {
  const [one, other] = ['x'.repeat(200), `${'x'.repeat(150)}${'y'.repeat(50)}`]
  expect(found([one], `a ${'x'.repeat(127)} b`)).toBe(`a ${'x'.repeat(127)} b`)
  expect(found([one], `a ${'x'.repeat(130)} b`)).toBe(`a <${'x'.repeat(130)}> b`)
  expect(found([one, other], `a ${other} b`)).toBe(`a <${other}> b`)
  expect(found([one, other], `a ${one} b`)).toBe(`a <${one}> b`)
})

/** The longest known text at each place, from left to right: the plain way, which takes the product of both. */
const plainly = (known: readonly string[], text: string): string => {
  let shown = ''
  for (let at = 0; at < text.length;) {
    const longest = known.filter(it => it !== '' && text.startsWith(it, at)).sort((a, b) => b.length - a.length)[0]
    shown += longest === undefined ? text.charAt(at) : `<${longest}>`
    at += longest?.length ?? 1
  }
  return shown
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })
propertyTest.prop([fc.array(letters, { maxLength: 20 }), fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 60 })])(
  'finds what the plain way finds',
  (known, text) => {
    expect(found(known, text)).toBe(plainly(known, text))
  },
)
