import type { UpgradeMode } from '@flink-operator/core/resource'
import {
  checkpointNonce,
  edit,
  handMadeSnapshot,
  invalidSnapshot,
  laterSavepointNonce,
  remove,
  removeSnapshot,
  resume,
  savepointNonce,
  suspend,
} from './edits.ts'
import type { SmallWorld } from './small-world.ts'

/** Snapshots are given up soon, and only the newest is kept. */
const configuration = {
  'kubernetes.operator.savepoint.trigger.grace-period': '5 s',
  'kubernetes.operator.checkpoint.trigger.grace-period': '5 s',
  'kubernetes.operator.savepoint.history.max.count': '1',
}
const horizons = { triggerTimestamp: 16_000, askedAt: 6_000 }
/** Files are deleted with the resource. */
const disposed = { configuration: { ...configuration, 'kubernetes.operator.savepoint.dispose-on-delete': 'true' } }

const world = (name: string, upgradeMode: UpgradeMode, rest: Partial<SmallWorld>): SmallWorld => ({
  name: `snapshots/${name}`,
  upgradeMode,
  highAvailability: true,
  start: 'Running',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  snapshotResources: true,
  configuration,
  horizons,
  ...rest,
})

/** The same with the savepoints in the status history, where pruning itself disposes of them. */
const inStatus = (name: string, rest: Partial<SmallWorld>): SmallWorld => {
  const { snapshotResources: _dropped, ...reported } = world(`history-${name}`, 'savepoint', rest)
  return reported
}

/**
 * Savepoints and checkpoints that a deployment asks for, as FlinkStateSnapshots and in its status: checks P03, P04 and P06 for them.
 */
export const snapshotWorlds: readonly SmallWorld[] = [
  world('manual', 'savepoint', { edits: [savepointNonce], crashes: 1 }),
  world('manual-answers', 'savepoint', { edits: [savepointNonce], faultKinds: ['Effects'], faults: 1 }),
  world('manual-looks', 'savepoint', { edits: [savepointNonce], faultKinds: ['Rest', 'Kubernetes'], faults: 1 }),
  world('manual-jobmanager-restarts', 'savepoint', { edits: [savepointNonce], faultKinds: ['JobManager'], faults: 1 }),
  world('manual-job-fails', 'savepoint', { edits: [savepointNonce], faultKinds: ['Job'], faults: 1 }),
  world('by-hand-no-directory', 'last-state', {
    edits: [handMadeSnapshot],
    configuration: { ...configuration, 'execution.checkpointing.savepoint-dir': '' },
  }),
  world('delete-then-gone', 'stateless', { edits: [savepointNonce, remove, removeSnapshot], highAvailability: false, ...disposed }),
  world('delete-together', 'savepoint', { edits: [savepointNonce, removeSnapshot, remove], ...disposed }),
  world('delete-together-later', 'last-state', { edits: [savepointNonce, remove, removeSnapshot], ...disposed }),
  world('by-hand', 'savepoint', { edits: [handMadeSnapshot], faultKinds: ['Stop', 'Job', 'JobManager'], faults: 1 }),
  world('by-hand-invalid', 'stateless', { edits: [invalidSnapshot, removeSnapshot] }),
  world('manual-twice', 'savepoint', { edits: [savepointNonce, laterSavepointNonce], ...disposed, crashes: 1 }),
  world('manual-then-gone', 'savepoint', { edits: [savepointNonce, removeSnapshot], ...disposed, crashes: 1 }),
  world('manual-then-gone-answers', 'savepoint', {
    edits: [savepointNonce, removeSnapshot],
    ...disposed,
    faultKinds: ['Effects', 'Rest', 'Kubernetes'],
    faults: 1,
  }),
  world('upgrade', 'savepoint', { edits: [edit], ...disposed, crashes: 1 }),
  world('upgrade-then-gone', 'savepoint', { edits: [edit, removeSnapshot], ...disposed }),
  world('suspend-then-gone', 'savepoint', { edits: [suspend, removeSnapshot, resume], ...disposed }),
  world('manual-checkpoint', 'last-state', { edits: [checkpointNonce], crashes: 1 }),
  inStatus('manual-twice', { edits: [savepointNonce, laterSavepointNonce], crashes: 1 }),
  inStatus('manual-twice-answers', { edits: [savepointNonce, laterSavepointNonce], faultKinds: ['Effects'], faults: 1 }),
  inStatus('manual-edit', { edits: [savepointNonce, edit] }),
  inStatus('upgrade-then-manual', { edits: [edit, savepointNonce], crashes: 1 }),
  inStatus('edit-manual', { edits: [edit, savepointNonce, laterSavepointNonce] }),
]

/** A snapshot in progress while the job is upgraded, suspended or deleted: two independent clocks make many states. */
export const largeSnapshotWorlds: readonly SmallWorld[] = [
  world('by-hand-edit', 'savepoint', { edits: [handMadeSnapshot, edit] }),
  world('by-hand-suspend', 'savepoint', { edits: [handMadeSnapshot, suspend, resume] }),
  world('by-hand-edit-then-gone', 'savepoint', { edits: [handMadeSnapshot, edit, removeSnapshot] }),
  world('by-hand-delete', 'savepoint', { edits: [handMadeSnapshot, remove] }),
  world('manual-edit', 'last-state', { edits: [savepointNonce, edit] }),
  world('manual-edit-stateless', 'stateless', { edits: [savepointNonce, edit], highAvailability: false }),
  world('manual-suspend', 'last-state', { edits: [savepointNonce, suspend, resume] }),
  world('upgrade-then-gone-crash', 'savepoint', { edits: [edit, removeSnapshot], ...disposed, crashes: 1 }),
  world('upgrade-then-manual', 'savepoint', { edits: [edit, savepointNonce], ...disposed }),
]
