import type { FlinkStateSnapshotStatus, SnapshotRecord } from './flink-state-snapshot.ts'

type Change<A> = { readonly [K in keyof A]?: A[K] }

const changed = <A extends object>(before: A, change: Change<A>): A =>
  (Object.keys(change) as (keyof A)[]).every(key => before[key] === change[key]) ? before : { ...before, ...change }

/** Changes some fields of the status. Returns the same object if nothing differs, so that callers can compare references. */
export const withStatus = (
  status: FlinkStateSnapshotStatus,
  { record, ...change }: Change<FlinkStateSnapshotStatus> & { readonly record?: Change<SnapshotRecord> },
): FlinkStateSnapshotStatus =>
  changed(status, { ...change, ...(record === undefined ? {} : { operatorRecord: changed(status.operatorRecord, record) }) })
