import type { Action } from '../../src/action/action.ts'
import type { StateSnapshotView } from '../../src/fact/state-snapshot-view.ts'
import type { FlinkStateSnapshotStatus } from '../../src/kind/flink-state-snapshot/flink-state-snapshot.ts'
import type { StateSnapshotResource } from '../world/world.ts'

/** An action of a round of one FlinkStateSnapshot. */
export type SnapshotAction = Action<FlinkStateSnapshotStatus>

const triggerTypes = ['MANUAL', 'PERIODIC', 'UPGRADE'] as const

/** What a list shows of it. */
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
