import type { Query } from '../../contract/query/query.ts'
import type { UnblockedBy } from '../../contract/round/unblocked-by.ts'
import type { TargetJob } from './target-job.ts'

type Running = Extract<TargetJob, { _tag: 'Running' }>

/**
 * The situation of a FlinkStateSnapshot. `row` names the row that matched, in the table of classify-state-snapshot.ts or
 * delete-snapshot.ts.
 */
export type Situation =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'NeedsFacts'; readonly queries: readonly Query[] }
    /** Our finalizer is missing. */
    | { readonly _tag: 'NotYetOurs' }
    /** COMPLETED, FAILED or ABANDONED. */
    | { readonly _tag: 'Over'; readonly unblockedBy: UnblockedBy }
    | { readonly _tag: 'Invalid'; readonly message: string; readonly unblockedBy: UnblockedBy }
    /** The status can't be read: the operator sends nothing to Flink. */
    | { readonly _tag: 'Unreadable'; readonly message: string }
    | { readonly _tag: 'ExistsAlready'; readonly path: string }
    | { readonly _tag: 'RetryLater'; readonly at: number }
    | { readonly _tag: 'JobEnded' }
    | { readonly _tag: 'Waiting'; readonly unblockedBy: UnblockedBy }
    | { readonly _tag: 'Impossible' }
    | { readonly _tag: 'TriggerDue'; readonly job: Running; readonly jobStartTime: number; readonly directory: string | null }
    | { readonly _tag: 'SendAgain'; readonly job: Running; readonly directory: string | null }
    | { readonly _tag: 'UnderWay' }
    /** The operator can remove its finalizer. `leftBehind`: the files that stay; null: none that should have been deleted. */
    | { readonly _tag: 'Releasable'; readonly leftBehind: string | null }
    | { readonly _tag: 'DisposalDue'; readonly job: Running; readonly path: string }
    /** The operator can't delete the files now. It gives up at `giveUpAt`. */
    | { readonly _tag: 'DisposalBlocked'; readonly giveUpAt: number; readonly unblockedBy: UnblockedBy }
  )
