import { beginning } from './decode.ts'
import { bounded } from '../server-words.ts'

/** One throwable of a printed Java stack trace. */
export interface JavaCause {
  /** Fully qualified class name; empty if the text does not begin with one. */
  readonly type: string
  readonly message: string
}

const maxCauses = 10
const maxLines = 5_000
const maxCharacters = 1_000_000
const longestType = 500
const longestMessage = 1_000

/** Longest part of a line that the expressions search. */
const longestLine = 10_000
const frame = /^[ \t]{1,1000}(at |\.\.\. \d{1,9} )/
const suppressed = /^[ \t]{1,1000}Suppressed: /
const named = /^((?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*)(?::|$)/
const causedBy = 'Caused by: '

/**
 * The throwable and its causes, outermost first: at most ten, up to a cause that Java marks as repeated (B14). Suppressed throwables
 * are left out. It takes one pass over the lines, so the time is linear in the text.
 */
export const javaCauses = (stackTrace: string): readonly JavaCause[] =>
  sections(stackTrace).slice(0, maxCauses).map(section => {
    const [, type = ''] = named.exec(firstLine(section)) ?? []
    const message = type === '' ? section : section.slice(type.length).replace(/^:/, '').trimStart()
    return { type: beginning(type, longestType), message: beginning(bounded(message), longestMessage) }
  })

const firstLine = (section: string): string => section.slice(0, longestLine).split('\n', 1)[0] ?? ''

/** The text of each `Caused by:` without its stack frames; a message may have several lines. */
const sections = (stackTrace: string): readonly string[] => {
  const found: string[][] = [[]]
  // a suppressed throwable ends at the next cause
  let skipping = false
  for (const line of stackTrace.slice(0, maxCharacters).split('\n', maxLines)) {
    const start = line.slice(0, longestLine)
    if (start.includes('[CIRCULAR REFERENCE')) break
    if (start.startsWith(causedBy)) {
      found.push([line.slice(causedBy.length)])
      skipping = false
    } else if (suppressed.test(start)) skipping = true
    else if (!skipping && !frame.test(start)) found.at(-1)?.push(line)
  }
  return found.map(lines => lines.map(withoutReturn).join('\n').trim()).filter(section => section !== '')
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)
