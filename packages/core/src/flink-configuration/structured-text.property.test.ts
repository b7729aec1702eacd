import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { parseList, printList } from './parse-list.ts'
import { parseMap, printMap } from './parse-map.ts'

/** Letters that matter to the splitter, and a few that do not. Flink's form can't hold blanks at the ends, or an empty text. */
const part = fc.string({ unit: fc.constantFrom('a', 'b', ';', ':', ',', "'", '"', ' ', 'ü'), minLength: 1, maxLength: 8 }).filter(it =>
  it.trim() === it && it !== ''
)

describe('structured text: api-and-config.md, section 3.3', () => {
  test.prop([fc.array(part)])('a list that was printed is read back', elements => {
    expect(parseList(printList(elements))).toEqual(elements)
  })

  test.prop([fc.dictionary(part, part)])('a map that was printed is read back', map => {
    expect(parseMap(printMap(map))).toEqual({ ...map })
  })

  test.prop([fc.string()])('reading is total', text => {
    expect(() => [parseList(text), parseMap(text)]).not.toThrow()
  })
})
