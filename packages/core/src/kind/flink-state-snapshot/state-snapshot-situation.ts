import type { Query } from '../../query/query.ts'
import type { TargetJob } from './target-job.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/**
 * What a FlinkStateSnapshot calls for. `row` names the row of the table in classify-state-snapshot.ts or delete-snapshot.ts that answered.
 */
export type Situation =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'NeedsFacts'; readonly queries: readonly Query[] }
    | { readonly _tag: 'NotYetOurs' }
    /** COMPLETED, FAILED or ABANDONED. */
    | { readonly _tag: 'Over' }
    | { readonly _tag: 'Invalid'; readonly message: string }
    /** What is recorded can't be read: nothing is asked of Flink. */
    | { readonly _tag: 'Unreadable'; readonly message: string }
    | { readonly _tag: 'ExistsAlready'; readonly path: string }
    | { readonly _tag: 'RetryLater'; readonly at: number }
    | { readonly _tag: 'JobEnded' }
    | { readonly _tag: 'Waiting' }
    | { readonly _tag: 'Impossible' }
    | { readonly _tag: 'TriggerDue'; readonly job: Running; readonly jobStartTime: number; readonly directory: string | null }
    | { readonly _tag: 'SendAgain'; readonly job: Running; readonly directory: string | null }
    | { readonly _tag: 'UnderWay' }
    /** The resource is deleted, and so are, or are not, its files. */
    | { readonly _tag: 'Releasable'; readonly leftBehind: string | null }
    | { readonly _tag: 'DisposalDue'; readonly job: Running; readonly path: string }
    /** Disposal is not possible now; it is given up at `giveUpAt`. */
    | { readonly _tag: 'DisposalBlocked'; readonly giveUpAt: number }
  )
