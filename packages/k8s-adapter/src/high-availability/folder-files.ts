import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { HandleFiles } from './store-driver.ts'

const reason = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/**
 * Files in a folder that every process shares, named as in Flink: a prefix (`completedCheckpoint`, `submittedExecutionPlan`) and 12
 * hex digits. For other file systems a process has to implement `HandleFiles`.
 */
export const folderFiles = (folder: string, prefix: string): HandleFiles => ({
  store: bytes =>
    TE.tryCatch(async () => {
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${prefix}${randomBytes(6).toString('hex')}`)
      // never overwrites a file, and syncs it before a pointer names it
      const file = await open(path, 'wx')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      return { path: pathToFileURL(path).href.replace('file:///', 'file:/'), size: bytes.byteLength }
    }, reason),
  discard: path => TE.tryCatch(() => rm(fileURLToPath(path), { force: true }), reason),
})
