import type { FlinkStateSnapshotSpec } from './flink-state-snapshot.ts'

/**
 * True if the operator deletes the savepoint together with the resource (session-snapshot-bluegreen.md, section 3.7/1). Only such a
 * snapshot gets our finalizer. The reference operator adds its finalizer to every snapshot, so none can be deleted without an operator.
 */
export const isDisposable = ({ savepoint, jobReference }: FlinkStateSnapshotSpec): boolean =>
  savepoint?.disposeOnDelete === true && jobReference?.name != null
