import { plainText } from './plain-text.ts'

/**
 * The only code that writes to a terminal. Shown texts come from resources, Flink and the cluster: control characters in them must
 * not reach the user's terminal.
 */
export const toStdout = (text: string): void => void process.stdout.write(plainText(text))

/** As `toStdout`. Resolves when the text is written, for a process that ends then. */
export const writtenToStdout = (text: string): Promise<void> =>
  new Promise(resolve => process.stdout.write(plainText(text), () => resolve()))

export const toStderr = (text: string): void => void process.stderr.write(plainText(text))

/** A line with our own colours: its foreign parts went through `plainText` or `painted`. */
export const paintedToStdout = (line: string): void => void process.stdout.write(`${line}\n`)
