/** A stretch of a text: from `start` up to, but without, `end`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Finds the places of many known texts in one text. */
export type Finder = (text: string) => readonly Span[]

/** So many characters are looked up at once. */
const step = 4
/** Where so many characters of a known text stand, it is that text, though cut: as much of it as is there is found. */
const deciding = 128

/** What follows in the known texts. */
interface Branch {
  /** The rest of the only known text that comes here; null: several do, or none. */
  only: string | null
  /** Known texts end after one of these few characters. */
  readonly ends: Set<string>
  readonly next: Map<string, Branch>
}

const branch = (only: string | null): Branch => ({ only, ends: new Set(), next: new Map() })

const isEmpty = ({ only, ends, next }: Branch): boolean => only === null && ends.size === 0 && next.size === 0

/** Adds a known text; two of them part where they differ. */
const add = (root: Branch, text: string): void => {
  const waiting: (readonly [Branch, string])[] = [[root, text]]
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const [at, rest] = entry
    if (isEmpty(at)) {
      at.only = rest
      continue
    }
    if (at.only === rest) continue
    if (at.only !== null) waiting.push([at, at.only])
    at.only = null
    if (rest.length < step) at.ends.add(rest)
    else {
      const part = rest.slice(0, step)
      const next = at.next.get(part) ?? branch(null)
      at.next.set(part, next)
      waiting.push([next, rest.slice(step)])
    }
  }
}

const commonLength = (known: string, text: string, from: number): number => {
  let length = 0
  while (length < known.length && text.charCodeAt(from + length) === known.charCodeAt(length)) length += 1
  return length
}

/** Where the longest of the known texts that begins at `start` ends; `start`: none does. */
const endAt = (root: Branch, text: string, start: number): number => {
  let at = root
  let from = start
  let best = start
  for (;;) {
    if (at.only !== null) {
      const length = commonLength(at.only, text, from)
      return length === at.only.length || from + length - start >= deciding ? Math.max(best, from + length) : best
    }
    for (let rest = 0; rest < step; rest += 1) {
      if (at.ends.has(text.slice(from, from + rest))) best = Math.max(best, from + rest)
    }
    const next = at.next.get(text.slice(from, from + step))
    if (next === undefined) return from - start >= deciding ? Math.max(best, from) : best
    at = next
    from += step
  }
}

/**
 * Finds known texts, the longest where several begin at one place. Its time grows with the text and with what is known, not with their
 * product: a resource may hold thousands of secrets.
 */
export const finderOf = (known: readonly string[]): Finder => {
  const texts = known.filter(text => text !== '')
  if (texts.length === 0) return () => []
  const root = branch(null)
  for (const text of texts) add(root, text)
  const first = new Set(texts.map(text => text.charCodeAt(0)))
  return text => {
    const found: Span[] = []
    let start = 0
    while (start < text.length) {
      const end = first.has(text.charCodeAt(start)) ? endAt(root, text, start) : start
      if (end > start) found.push({ start, end })
      start = Math.max(end, start + 1)
    }
    return found
  }
}
