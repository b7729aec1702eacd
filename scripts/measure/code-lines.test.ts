import { describe, expect, test } from 'vitest'
import { codeLines, median, repeated } from './code-lines.ts'

describe('the figures of `npm run measure`', () => {
  test('blank lines, comments and imports are no code', () => {
    const text = [
      "import { a } from './a.ts'",
      'import {',
      '  b,',
      "} from './b.ts'",
      '',
      '/** What it is. */',
      'const c = a + b // why',
      '/*',
      ' * const d = 1',
      ' */',
      '// const e = 1',
      "const f = await import('./f.ts')",
    ].join('\n')
    expect(codeLines(text)).toBe(2)
  })

  test('the median of an even number is the lower of the two in the middle', () => {
    expect([median([]), median([3]), median([9, 1, 5]), median([4, 1, 3, 2])]).toEqual([0, 3, 5, 2])
  })

  test('what stands more than once is told once', () => {
    expect(repeated(['a', 'b', 'a', 'c', 'a', 'c'])).toEqual(['a', 'c'])
  })
})
