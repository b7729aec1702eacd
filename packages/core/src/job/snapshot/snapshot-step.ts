import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { Query } from '../../contract/query/query.ts'
import type { PrunableSavepoint } from './savepoint-history-pruning.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { DueSnapshot } from './snapshot-due-now.ts'

/** The snapshot step of this round. `row` names the row of the table in next-snapshot-step.ts. */
export type SnapshotStep =
  & { readonly row: string; readonly reason: string }
  & (
    /** The request of the pending snapshot may not have arrived. */
    | { readonly _tag: 'SendAgain'; readonly kind: SnapshotKind }
    | { readonly _tag: 'Trigger'; readonly due: DueSnapshot }
    | { readonly _tag: 'CreateResource'; readonly due: DueSnapshot }
    /** The periodic snapshot before is still in progress: the operator skips this period. */
    | { readonly _tag: 'SkipPeriod'; readonly due: Extract<DueSnapshot, { triggerType: 'PERIODIC' }> }
    | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
    /** Entries to remove from the history. `dispose`: the savepoint to delete first; one path per round. */
    | { readonly _tag: 'Prune'; readonly prunable: readonly PrunableSavepoint[]; readonly dispose: string | null }
    | { readonly _tag: 'DeleteResources'; readonly snapshots: readonly StateSnapshotView[] }
  )
