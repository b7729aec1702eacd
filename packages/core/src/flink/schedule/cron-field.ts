/** A field of a cron expression: its range and its words. */
export interface CronField {
  readonly name: string
  readonly first: number
  readonly last: number
  /** Words of three letters; the first stands for `first`. */
  readonly words: readonly string[]
  readonly largestStep: number
}

const field = (name: string, first: number, last: number, largestStep: number, words: readonly string[] = []): CronField => ({
  name,
  first,
  last,
  words,
  largestStep,
})

/** Last year of an open range of years. */
const lastYear = 2299

export const seconds = field('seconds', 0, 59, 59)
export const minutes = field('minutes', 0, 59, 59)
export const hours = field('hours', 0, 23, 23)
export const daysOfMonth = field('day of month', 1, 31, 31)
export const months = field('month', 1, 12, 12, ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'])
export const daysOfWeek = field('day of week', 1, 7, 7, ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'])
export const years = field('year', 1970, lastYear, Infinity)

/**
 * Values from `start` to `end` in steps. If the end is before the start, the range wraps around. Null: out of range, or years in reverse.
 */
const range = (of: CronField, start: number, end: number, step: number): readonly number[] | null => {
  const isYear = of === years
  if (start < of.first || (!isYear && (start > of.last || end > of.last)) || (isYear && end < start)) return null
  if (step === 0) return [start]
  const size = of.last - of.first + 1
  const stop = end < start ? end + (of.first === 0 ? size : of.last) : Math.min(end, of.last)
  const count = Math.max(0, Math.floor((stop - start) / step) + 1)
  return Array.from({ length: count }, (_, n) => start + n * step).map(value => (value > of.last ? value - size : value))
}

const single = (of: CronField, value: number): readonly number[] | null => (of === years ? [value] : range(of, value, value, 1))

/** `MON`, `MONDAY`, `MON-FRI`, `JAN-MAR`: the first three letters count. */
const words = (of: CronField, text: string): readonly number[] | null => {
  const value = (word: string): number | null => {
    const at = of.words.indexOf(word)
    return at < 0 ? null : at + of.first
  }
  const start = value(text.slice(0, 3))
  if (start === null) return null
  if (text[3] !== '-') return [start]
  const end = value(text.slice(4, 7))
  return end === null ? null : range(of, start, end, 1)
}

const every = (of: CronField, step: number): readonly number[] | null => {
  if (step > of.largestStep) return null
  return range(of, of.first, of.last, Math.max(step, 1))
}

/** `5`, `1-5`, `1-5/2`, `5/15`. What Quartz skips after a value is skipped here too. */
const numbers = (of: CronField, text: string): readonly number[] | null => {
  const [, startText = '', rest = ''] = /^(\d+)([^\d\n\r\u2028\u2029].*)?$/u.exec(text) ?? []
  const start = Number(startText)
  if (startText === '' || start > 2 ** 31) return null
  if (rest.startsWith('-')) {
    const [, end, step = '1'] = /^-(\d+)(?:\/(\d+))?/u.exec(rest) ?? []
    return end === undefined || /^-\d+\/(?!\d)/u.test(rest) ? null : range(of, start, Number(end), Number(step))
  }
  if (rest.startsWith('/')) {
    const [, step] = /^\/(\d|\d\d.*)$/u.exec(rest) ?? []
    const size = step === undefined ? null : Number.parseInt(step, 10)
    return size === null || size > of.largestStep ? null : range(of, start, of.last, size)
  }
  return /^[LW#]/u.test(rest) ? null : single(of, start)
}

/**
 * The values of one part between commas; null if the part is invalid for this field. `text` is in upper case. Special days are parsed
 * elsewhere.
 */
export const fieldValues = (of: CronField, text: string): readonly number[] | null => {
  if (/^[A-Z]/u.test(text)) return words(of, text)
  if (text.startsWith('*') || text.startsWith('/')) {
    const [, step] = /^\*?\/([+-]?\d+)$/u.exec(text) ?? []
    if (step !== undefined) return every(of, Number(step))
    return text.startsWith('/') || text.startsWith('*/') ? null : every(of, 1)
  }
  return numbers(of, text)
}
