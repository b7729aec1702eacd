import type { AwaitedProgress } from '../harness/awaited-progress.ts'
import type { Progress } from '../harness/flink-rest.ts'
import { expect } from './story.ts'

/** Where the state of the next run has to come from. */
export type Carried =
  | { readonly by: 'savepoint' }
  /** From a retained checkpoint of the run before, or from HA metadata. */
  | { readonly by: 'checkpoint' }
  | { readonly by: 'nothing' }

const short = (path: string): string => path.replace(/^file:.*\/(savepoints|checkpoints)\//, '$1/')

/**
 * Proves from Flink's own answers that the job went on from the state `before`: it tells what it restored, from which checkpoint or
 * savepoint, and that it counts on. Answers a sentence with the figures.
 */
export const proveCarried = async (application: Pick<AwaitedProgress, 'counted'>, before: Progress, carried: Carried): Promise<string> => {
  const now = await application.counted(carried.by === 'nothing' ? 0 : before.seen)
  const from = now.restoredFrom
  if (carried.by === 'nothing') {
    expect(now.restored === 0 && from === null, `a stateless job restored ${now.restored} from ${from?.path ?? 'nothing'}`)
    return 'started empty, as a stateless job does'
  }
  expect(
    from !== null && now.restored > 0,
    `the job started empty: it restored ${now.restored}, from ${from?.path ?? 'nothing'}; before it had seen ${before.seen}`,
  )
  const { id, path } = from!
  const known = before.completed?.id ?? 0
  // Flink's own flag `is_savepoint` only tells that it was restored by path: it is true of checkpoints, too
  expect(path.includes(carried.by === 'savepoint' ? '/savepoint-' : '/chk-'), `restored from ${path}, expected a ${carried.by}`)
  expect(id >= known, `restored from ${path} (${id}), but ${known} was complete before`)
  if (carried.by === 'savepoint')
    expect(now.restored >= before.seen, `restored ${now.restored}, but ${before.seen} had been seen before the savepoint`)
  return `restored ${now.restored} from ${short(path)} (${id}), counts on to ${now.seen}`
}
