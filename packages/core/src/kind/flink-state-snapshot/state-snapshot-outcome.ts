import type { FlinkStateSnapshotStatus, SnapshotRecord } from './flink-state-snapshot.ts'
import { formatInstant } from '../../crd/instant.ts'
import { errorText } from '../../contract/round/error-text.ts'
import type { Env } from '../../contract/env.ts'
import type { Millis } from '../../contract/resource/time.ts'

type Change<A> = { readonly [K in keyof A]?: A[K] }

const changed = <A extends object>(before: A, change: Change<A>): A =>
  (Object.keys(change) as (keyof A)[]).every(key => before[key] === change[key]) ? before : { ...before, ...change }

/** Changes some fields of the status. Returns the same object if nothing differs, so that callers can compare references. */
export const withStatus = (
  status: FlinkStateSnapshotStatus,
  { record, ...change }: Change<FlinkStateSnapshotStatus> & { readonly record?: Change<SnapshotRecord> },
): FlinkStateSnapshotStatus =>
  changed(status, { ...change, ...(record === undefined ? {} : { operatorRecord: changed(status.operatorRecord, record) }) })

const firstDelay: Millis = 10_000
/** The reference operator has no upper bound: after 13 failures its next attempt is 11 hours away (E-21). */
export const longestDelay: Millis = 600_000

/** 10, 20, 40 … seconds after the n-th failure (session-snapshot-bluegreen.md, section 3.5). */
export const retryDelay = (failures: number): Millis => Math.min(firstDelay * 2 ** Math.min(failures - 1, 30), longestDelay)

/** The snapshot is complete. `path` is empty if the path of a checkpoint is no longer known. */
export const completed = (status: FlinkStateSnapshotStatus, path: string, { now }: Env): FlinkStateSnapshotStatus =>
  withStatus(status, { state: 'COMPLETED', path, error: null, resultTimestamp: formatInstant(now), record: { retryAt: null } })

/** The job does not exist or has ended: the snapshot is over. */
export const abandoned = (status: FlinkStateSnapshotStatus, reason: string, { now }: Env): FlinkStateSnapshotStatus =>
  withStatus(status, { state: 'ABANDONED', path: null, error: reason, resultTimestamp: formatInstant(now), record: { retryAt: null } })

/**
 * An attempt failed (section 3.5).
 *
 * | backoffLimit | then |
 * |---|---|
 * | -1 | another attempt, without limit (B75) |
 * | n, and no more than n failures | another attempt: n + 1 in all |
 * | n, and more | FAILED for good |
 */
export const failed = (
  status: FlinkStateSnapshotStatus,
  backoffLimit: number,
  reason: string,
  { now, options }: Env,
): FlinkStateSnapshotStatus => {
  const failures = status.failures + 1
  const isFinal = backoffLimit >= 0 && failures > backoffLimit
  return withStatus(status, {
    state: isFinal ? 'FAILED' : 'TRIGGER_PENDING',
    failures,
    resultTimestamp: formatInstant(now),
    error: errorText({ owner: 'operation', type: 'ReconciliationException', message: reason, reason: 'Error' }, options),
    record: { retryAt: isFinal ? null : now + retryDelay(failures) },
  })
}
