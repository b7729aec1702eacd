import { decodeFlinkStateSnapshot } from '../../codec/flink-state-snapshot.ts'
import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import type { Kind } from '../../round/kind.ts'
import type { FlinkStateSnapshotSpec, FlinkStateSnapshotStatus } from '../../resource/flink-state-snapshot.ts'
import { observe } from './observe.ts'
import { onFailure } from './on-failure.ts'
import { reconcile } from './reconcile.ts'
import type { SnapshotDesired, SnapshotObserved } from './round.ts'
import { validate } from './validate.ts'

/** FlinkStateSnapshot: one savepoint or checkpoint of a FlinkDeployment's job. */
export const flinkStateSnapshotKind: Kind<
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  SnapshotDesired,
  FlinkStateSnapshotFacts,
  SnapshotObserved
> = {
  decode: decodeFlinkStateSnapshot,
  validate,
  observe,
  reconcile,
  onFailure,
}
