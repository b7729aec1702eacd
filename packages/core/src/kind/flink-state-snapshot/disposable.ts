import type { FlinkStateSnapshotSpec } from './flink-state-snapshot.ts'

/**
 * Are its files to go with it (session-snapshot-bluegreen.md, section 3.7/1)? Only then is there anything to do at its deletion. The
 * reference puts its finalizer on every snapshot, and without an operator none of them can be deleted.
 */
export const isDisposable = ({ savepoint, jobReference }: FlinkStateSnapshotSpec): boolean =>
  savepoint?.disposeOnDelete === true && jobReference?.name != null
