import { eventually, type EventuallyOptions } from './eventually.ts'
import type { Progress } from './flink-rest.ts'

export type JobProgress = Progress & { readonly jobId: string }

/** What is waited for of the state of a running job. */
export interface AwaitedProgress {
  /** Once the job has told what it restored, and has seen more than that and than `above`. */
  readonly counted: (above: number) => Promise<JobProgress & { readonly restored: number }>
  /** Once another checkpoint is complete. */
  readonly checkpointed: () => Promise<JobProgress & { readonly completed: NonNullable<Progress['completed']> }>
}

export const awaitedProgress = (
  name: string,
  waiting: Omit<EventuallyOptions, 'within'>,
  progress: () => Promise<JobProgress | null>,
): AwaitedProgress => ({
  counted: above =>
    eventually(`${name} counts beyond ${above}`, { ...waiting, within: 90_000 }, async () => {
      const now = await progress()
      if (now === null || now.restored === null || now.seen <= Math.max(above, now.restored)) return null
      // the count is told by the task, where it came from by a cache that may be three seconds old
      return now.restored > 0 && now.restoredFrom === null ? null : { ...now, restored: now.restored }
    }),
  checkpointed: async () => {
    const before = (await progress())?.completed?.id ?? 0
    return eventually(`${name} completes a checkpoint after ${before}`, { ...waiting, within: 60_000 }, async () => {
      const now = await progress()
      return now !== null && now.completed !== null && now.completed.id > before && now.seen > 0 ? { ...now, completed: now.completed }
        : null
    })
  },
})
