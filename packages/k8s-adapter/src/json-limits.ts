/** Levels of an answer, lists and events around an object included. Kubernetes takes objects of 10,000; core refuses those over 100. */
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
  /** Null in the place of each object and list below the deepest level that is read. */
  readonly text: string
  /** Objects, lists and what they hold, about: a parsed value takes up to a hundred bytes, however short its text. */
  readonly values: number
}

/**
 * One walk over the text. An object that goes too deep for whatever walks through it must not take the other objects of its list or watch
 * with it: it is read without its depths, and whoever decodes it sees that it goes deeper than it may.
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
