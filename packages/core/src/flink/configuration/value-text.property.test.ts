import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseList, printList, parseMap, printMap } from './value-text.ts'

/** Letters that matter to the splitter, and a few that do not. */
const letter = fc.constantFrom('a', 'b', ';', ':', ',', "'", '"', ' ', '\t', '\n', '\u0001', '\u00a0', '\u2003', 'ü', '😀')
const part = fc.string({ unit: letter, maxLength: 8 })

describe('structured text: api-and-config.md, section 3.3', () => {
  test.prop([fc.array(part)])('U01 a list that was printed is read back', elements => {
    expect(parseList(printList(elements))).toEqual(elements)
  })

  test.prop([fc.dictionary(part, part)])('a map that was printed is read back', map => {
    expect(parseMap(printMap(map))).toEqual({ ...map })
  })

  test.prop([fc.string()])('reading is total', text => {
    expect(() => [parseList(text), parseMap(text)]).not.toThrow()
  })
})
