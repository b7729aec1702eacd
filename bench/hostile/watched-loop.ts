import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Pauses of the loop of a process that is started with this environment. */
export interface WatchedLoop {
  readonly environment: Readonly<Record<string, string>>
  /** The longest pauses since then: by the clock, and in time at work. */
  readonly since: (moment: number) => { readonly longestPauseMillis: number; readonly longestPauseAtWorkMillis: number }
}

/** Node takes half of a container's memory for its heap; the shipped limit is 512 MiB. */
const heap = 256

export const watchedLoop = (): WatchedLoop => {
  const file = join(mkdtempSync(join(tmpdir(), 'bench-')), 'pauses')
  writeFileSync(file, '')
  return {
    environment: {
      LOOP_WATCH_FILE: file,
      NODE_OPTIONS: `--max-old-space-size=${heap} --import=${join(import.meta.dirname, 'loop-watch.ts')}`,
    },
    since: moment => {
      const pauses = readFileSync(file, 'utf8').split('\n').map(line => line.split(' ').map(Number)).filter(([at = 0]) => at >= moment)
      const longest = (column: number): number => Math.max(0, ...pauses.map(it => it[column] ?? 0))
      return { longestPauseMillis: longest(1), longestPauseAtWorkMillis: longest(2) }
    },
  }
}
