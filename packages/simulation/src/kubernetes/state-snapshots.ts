import type { Action } from '@flink-operator/core/action'
import type { StateSnapshotView } from '@flink-operator/core/fact'
import type { FlinkStateSnapshotStatus } from '@flink-operator/core/kind/flink-state-snapshot'
import type { StateSnapshotResource } from '../world/world.ts'

/** An action of a round of one FlinkStateSnapshot. */
export type SnapshotAction = Action<FlinkStateSnapshotStatus>

const triggerTypes = ['MANUAL', 'PERIODIC', 'UPGRADE'] as const

/** A FlinkStateSnapshot as a list shows it. */
export const stateSnapshotView = ({ meta, spec, status }: StateSnapshotResource): StateSnapshotView => ({
  name: meta.name,
  uid: meta.uid,
  creationTimestamp: meta.creationTimestamp,
  deleting: meta.deletionTimestamp !== null,
  kind: spec.checkpoint === null ? 'savepoint' : 'checkpoint',
  triggerType: triggerTypes.find(it => it === meta.labels['snapshot.trigger-type']) ?? 'UNKNOWN',
  state: status.state,
  path: status.path,
})
