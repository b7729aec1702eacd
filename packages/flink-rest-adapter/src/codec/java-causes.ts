import { bounded } from '../server-words.ts'

/** One throwable of a printed Java stack trace. */
export interface JavaCause {
  /** Fully qualified class name; empty where the text does not begin with one. */
  readonly type: string
  readonly message: string
}

const maxCauses = 10
const maxLines = 5_000
const named = /^((?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*)(?::\s*([\s\S]*))?$/
const frame = /^\s+(at |\.\.\. \d+ )/

/**
 * The throwable and its causes, outermost first. At most ten, and it ends where Java says that a cause was told already (B14).
 * Suppressed throwables are left out.
 */
export const javaCauses = (stackTrace: string): readonly JavaCause[] =>
  sections(stackTrace).slice(0, maxCauses).map(section => {
    const [, type = '', message = ''] = named.exec(section) ?? ['', '', section]
    return { type, message: bounded(message).slice(0, 1_000) }
  })

/** The text of each `Caused by:` without its stack frames; a message may have several lines. */
const sections = (stackTrace: string): readonly string[] => {
  const lines = stackTrace.split(/\r?\n/, maxLines)
  const circular = lines.findIndex(line => line.includes('[CIRCULAR REFERENCE'))
  const told = circular === -1 ? lines : lines.slice(0, circular)
  return told
    .filter(line => !frame.test(line))
    .join('\n')
    .split(/^Caused by: /m)
    .map(section => section.replace(/^\s+Suppressed: [\s\S]*/m, '').trim())
    .filter(section => section !== '')
}
