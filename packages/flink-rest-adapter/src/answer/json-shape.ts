import type { AnswerLimit } from './answer-limits.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const open = (byte: number): boolean => byte === 0x5b || byte === 0x7b
const close = (byte: number): boolean => byte === 0x5d || byte === 0x7d

/**
 * Why a JSON text would take too much to parse; null: it would not. A few bytes can stand for an object of a hundred, and a parser
 * recurses as deep as the brackets. It takes one pass over the bytes, without a stack. The parser decides whether the text is valid
 * JSON.
 */
export const tooComplex = (json: Uint8Array, { values, depth }: Pick<AnswerLimit, 'values' | 'depth'>): string | null => {
  let [level, count] = [0, 1]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfText(json, at)
    else if (byte === comma) count += 1
    else if (open(byte)) {
      count += 1
      level += 1
      if (level > depth) return `it nests deeper than ${depth} levels`
    } else if (close(byte)) level -= 1
    if (count > values) return `it holds more than ${values} values`
  }
  return null
}

/** Position of the closing quote; past the end: there is none. */
const endOfText = (json: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
