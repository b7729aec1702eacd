import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'

/** An archive of what is in a folder. The same files make the same bytes: no times, no owners. GNU's tar. */
export const tarGz = (folder: string, names: readonly string[]): Buffer =>
  gzipSync(
    execFileSync('tar', [
      '--sort=name',
      '--mtime=@0',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+w,go=rX',
      '-cf',
      '-',
      '-C',
      folder,
      ...names,
    ], {
      maxBuffer: 256 * 1024 * 1024,
    }),
    { level: 9 },
  )
