import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { clientWords, codes } from '../server-words.ts'
import { JarProblem } from './jar-problem.ts'
import type { JarSource } from './jar-source.ts'

/** A file of the operator's own file system. Only a regular one: a pipe or a device would never end. */
export const fileJar: JarSource = async uri => {
  if (uri.host !== '') throw new JarProblem('Invalid', `a file of another host (${uri.host}) can't be read; write file:///path`)
  // nothing is waited for: a pipe that nobody writes would hold a thread of the process for ever
  const file = await open(fileURLToPath(uri), constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new JarProblem('Invalid', `the file ${uri.pathname} can't be opened by the operator (${codes(error)[0] ?? clientWords(error)})`)
  })
  const stat = await file.stat()
  if (!stat.isFile()) {
    await file.close()
    throw new JarProblem('Invalid', `${uri.pathname} is no file`)
  }
  const stream = file.createReadStream({ highWaterMark: 256 * 1024 })
  // whoever reads is told; nobody may read any more
  stream.on('error', () => undefined)
  return { size: stat.size, bytes: stream, close: () => void stream.destroy() }
}
