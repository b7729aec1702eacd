import { snapshotStates } from './snapshot-states.ts'
import { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './flink-state-snapshot-codec.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/flink-state-snapshot-facts.ts'
import type { Kind } from '../../contract/round/kind.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { resourceTypes } from '../../contract/resource/resource-type.ts'
import { stateSnapshotRows, stateSnapshotTables } from './state-snapshot-decision-rows.ts'
import { admission } from './state-snapshot-admission.ts'
import { definition } from './state-snapshot-definition.ts'
import { explain } from './explain-state-snapshot.ts'
import { observe } from './observe-state-snapshot.ts'
import { onFailure } from './on-state-snapshot-failure.ts'
import { reconcile } from './reconcile-state-snapshot.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { validate } from './validated-state-snapshot.ts'
import { watch } from './state-snapshot-watch.ts'

/** FlinkStateSnapshot: one savepoint or checkpoint of a FlinkDeployment's job. */
export const flinkStateSnapshotKind: Kind<
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  SnapshotDesired,
  FlinkStateSnapshotFacts,
  SnapshotObserved
> = {
  type: resourceTypes.FlinkStateSnapshot,
  definition,
  watch,
  optional: {
    instead: 'snapshots are kept in the status',
    isWanted: ({ snapshotResourceEnabled }) => snapshotResourceEnabled,
    reportedAs: 'hasSnapshotController',
  },
  tables: stateSnapshotTables,
  rows: stateSnapshotRows,
  decode: decodeFlinkStateSnapshot,
  encodeStatus: encodeStateSnapshotStatus,
  cachedQueries: () => [],
  states: snapshotStates,
  reconciledWith: () => null,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}
