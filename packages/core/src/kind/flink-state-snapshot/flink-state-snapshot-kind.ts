import { snapshotStates } from './snapshot-states.ts'
import { decodeFlinkStateSnapshot, encodeStateSnapshotStatus } from './flink-state-snapshot-codec.ts'
import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import type { Kind } from '../../round/kind.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { resourceTypes } from '../../resource/resource-type.ts'
import { stateSnapshotRows } from './decision-rows.ts'
import { admission } from './admission.ts'
import { definition } from './definition.ts'
import { explain } from './explain.ts'
import { observe } from './observe.ts'
import { onFailure } from './on-failure.ts'
import { reconcile } from './reconcile.ts'
import type { SnapshotDesired, SnapshotObserved } from './round.ts'
import { validate } from './validate.ts'
import { watch } from './watch.ts'

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
  dispensable: {
    instead: 'snapshots are kept in the status',
    isWanted: ({ snapshotResourceEnabled }) => snapshotResourceEnabled,
    toldAs: 'hasSnapshotController',
  },
  rows: stateSnapshotRows,
  decode: decodeFlinkStateSnapshot,
  encodeStatus: encodeStateSnapshotStatus,
  seenFirst: () => [],
  states: snapshotStates,
  reconciledWith: () => null,
  validate,
  admission,
  observe,
  reconcile,
  onFailure,
  explain,
}
