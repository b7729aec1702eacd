import { plainText } from './plain-text.ts'

/**
 * The one place that writes to a terminal: what is shown comes from resources, from Flink and from the cluster, and whoever wrote it there
 * must not command the terminal of whoever reads it.
 */
export const toStdout = (text: string): void => void process.stdout.write(plainText(text))

/** As `toStdout`. Resolves when it is written: for who ends the process then. */
export const writtenToStdout = (text: string): Promise<void> =>
  new Promise(resolve => process.stdout.write(plainText(text), () => resolve()))

export const toStderr = (text: string): void => void process.stderr.write(plainText(text))

/** A line with our own colours: all that is not ours in it went through `plainText` or `painted`. */
export const paintedToStdout = (line: string): void => void process.stdout.write(`${line}\n`)
