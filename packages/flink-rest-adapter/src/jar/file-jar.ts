import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientWords, codes } from '../server-words.ts'
import { JarProblem } from './jar-problem.ts'
import type { JarSource } from './jar-source.ts'

/** A file of the operator's file system. Only a regular file: a pipe or a device might never end. */
export const fileJar: JarSource = async uri => {
  if (uri.host !== '') throw new JarProblem('Invalid', `a file of another host (${uri.host}) can't be read; write file:///path`)
  // non-blocking: opening a pipe without a writer would block a thread of the process forever
  const file = await open(fileURLToPath(uri), constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new JarProblem('Invalid', `the file ${uri.pathname} can't be opened by the operator (${codes(error)[0] ?? clientWords(error)})`)
  })
  const stat = await file.stat()
  if (!stat.isFile()) {
    await file.close()
    throw new JarProblem('Invalid', `${uri.pathname} is no file`)
  }
  const stream = file.createReadStream({ highWaterMark: 256 * 1024 })
  // the reader gets the error, if one still reads
  stream.on('error', () => undefined)
  return { size: stat.size, bytes: stream, close: () => void stream.destroy() }
}
