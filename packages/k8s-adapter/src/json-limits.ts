/**
 * Maximum nesting of an answer, including lists and events around an object. Kubernetes accepts objects of 10,000; core refuses more
 * than 100.
 */
const deepest = 200

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opens = (code: number): boolean => code === 0x5b || code === 0x7b
const closes = (code: number): boolean => code === 0x5d || code === 0x7d

const endOfText = (json: string, start: number): number => {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/** A JSON text before it is parsed. */
export interface Measured {
  /** The text with null for each object and list below the deepest level. */
  readonly text: string
  /** Approximate number of objects, lists and values: a parsed value takes up to a hundred bytes, however short its text. */
  readonly values: number
}

/**
 * Measures the text in one pass. An object that is nested too deeply must not break the rest of its list or watch: it is read
 * without its deepest levels, and its decoder reports that it is too deep.
 */
export const measured = (json: string): Measured => {
  const kept: string[] = []
  let [level, values, from] = [0, 1, 0]
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at)
    if (code === quote) at = endOfText(json, at)
    else if (code === comma) values += 1
    else if (opens(code)) {
      values += 1
      level += 1
      if (level === deepest + 1) kept.push(json.slice(from, at), 'null')
    } else if (closes(code)) {
      if (level === deepest + 1) from = at + 1
      level -= 1
    }
  }
  return { text: kept.length === 0 ? json : [...kept, level > deepest ? '' : json.slice(from)].join(''), values }
}
