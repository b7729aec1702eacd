import { firstSeed, mixFirst, mixSecond, secondSeed } from './word-mix.ts'

/**
 * Hashes a status by everything that decides whether it can be written and read back: every value exactly, except for
 *
 * | value | replaced by |
 * |---|---|
 * | ids and the numbers of savepoints and checkpoints | their rank by first appearance, and their type |
 * | moments (numbers, digits, RFC 3339) | their form and their fraction of a second |
 *
 * A codec reads all texts of one form alike. The hash keeps whether a text has a fraction, or milliseconds to print.
 */
export interface StatusForm {
  readonly of: (status: object) => void
  readonly first: () => number
  readonly second: () => number
}

/** Words that mark the beginning of a part. */
const Tag = { Nothing: 1, False: 2, True: 3, Number: 4, Text: 5, List: 6, Object: 7, End: 8, Moment: 9, Id: 10, Left: 11 } as const

const ids = /[0-9a-f]{32}|(?<=\b(?:savepoint|chk)-)\d{9}\b/g
/** An id that could be read as a number is not replaced. */
const isLikeNumber = /^\d{10,}(e\d*)?$|^\d+e\d+$/u
const seconds = /\b1[67]\d{8}(?=\d{3}\b)|\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d/g

const isMoment = (it: number): boolean => it >= 1_600_000_000_000 && it < 1_800_000_000_000 && Number.isInteger(it)

interface Text {
  /** Its number among the texts without ids and seconds. */
  readonly word: number
  readonly ids: readonly string[]
}

/** When the cache is full it drops everything; the numbering continues. */
const textLimit = 50_000

export const statusForm = (): StatusForm => {
  const forms = new Map<string, number>()
  const texts = new Map<string, Text>()
  const keys = new Map<string, number>()
  let ranks = new Map<string, number>()
  let first = 0
  let second = 0

  const numberOf = (all: Map<string, number>, text: string): number => {
    const known = all.get(text)
    if (known !== undefined) return known
    all.set(text, all.size)
    return all.size - 1
  }
  const textOf = (text: string): Text => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const found: string[] = []
    const form = text.replace(ids, it => {
      if (isLikeNumber.test(it)) return it
      found.push(it)
      return '\u0001'
    }).replace(seconds, it => (it.startsWith('2') ? '\u0002' : '\u0003'))
    if (texts.size >= textLimit) texts.clear()
    const made = { word: numberOf(forms, form), ids: found }
    texts.set(text, made)
    return made
  }
  const word = (it: number): void => {
    first = mixFirst(first, it)
    second = mixSecond(second, it)
  }
  const addText = (it: string): void => {
    const text = textOf(it)
    word(text.word)
    for (const id of text.ids) {
      word(Tag.Id)
      word(numberOf(ranks, id))
    }
  }
  const addNumber = (it: number): void => {
    if (isMoment(it)) {
      word(Tag.Moment)
      word(it % 1000)
    } else if ((it | 0) === it && !Object.is(it, -0)) {
      word(Tag.Number)
      word(it)
    } else {
      word(Tag.Left)
      word(numberOf(forms, Object.is(it, -0) ? '-0' : String(it)))
    }
  }
  const add = (it: unknown): void => {
    if (it === null || it === undefined) word(it === null ? Tag.Nothing : Tag.End)
    else if (typeof it === 'string') {
      word(Tag.Text)
      addText(it)
    } else if (typeof it === 'number') addNumber(it)
    else if (typeof it !== 'object') word(it === true ? Tag.True : Tag.False)
    else if (Array.isArray(it)) {
      word(Tag.List)
      for (const item of it as readonly unknown[]) add(item)
      word(Tag.End)
    } else addObject(it)
  }
  const addObject = (it: object): void => {
    word(Tag.Object)
    for (const key in it) {
      word(numberOf(keys, key) + 16)
      add((it as Readonly<Record<string, unknown>>)[key])
    }
    word(Tag.End)
  }

  return {
    of: status => {
      ranks = new Map()
      first = firstSeed
      second = secondSeed
      addObject(status)
    },
    first: () => first,
    second: () => second,
  }
}
