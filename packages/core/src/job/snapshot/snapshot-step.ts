import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import type { Query } from '../../query/query.ts'
import type { PrunableSavepoint } from './savepoint-history-pruning.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'

/** What snapshots call for in this round. `row` names the row of snapshot-situation.ts. */
export type SnapshotStep =
  & { readonly row: string; readonly reason: string }
  & (
    /** The request of a pending one may not have arrived. */
    | { readonly _tag: 'SendAgain'; readonly kind: SnapshotKind }
    | { readonly _tag: 'Trigger'; readonly due: DueSnapshot }
    | { readonly _tag: 'CreateResource'; readonly due: DueSnapshot }
    /** The periodic one before it is still under way: this period goes without. */
    | { readonly _tag: 'SkipPeriod'; readonly due: Extract<DueSnapshot, { triggerType: 'PERIODIC' }> }
    | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
    /** Entries of the history that go; `dispose`: files that are deleted first, one path a round. */
    | { readonly _tag: 'Prune'; readonly prunable: readonly PrunableSavepoint[]; readonly dispose: string | null }
    | { readonly _tag: 'DeleteResources'; readonly snapshots: readonly StateSnapshotView[] }
  )
