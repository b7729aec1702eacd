import type { ReportedDesired } from '../job-round.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { snapshotErrorText } from './snapshot-record.ts'
import { infoOf, isPending, manualOf, nonceOf, snapshotKinds } from './snapshot-track.ts'
import { boundedMessage } from '../../contract/resource/json.ts'

const warning = (kind: SnapshotKind, message: string): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  reason: kind === 'savepoint' ? 'SavepointError' : 'CheckpointError',
  message,
  component: 'Operator',
  key: null,
  repeat: 'Count',
  annotations: {},
})

const hasCompleted = (before: JobLifecycleStatus, after: JobLifecycleStatus, kind: SnapshotKind): boolean => {
  const { triggerTimestamp, triggerType } = infoOf(before, kind)
  const last = kind === 'savepoint' ? after.jobStatus.savepointInfo.lastSavepoint : after.jobStatus.checkpointInfo.lastCheckpoint
  return last !== null && last.timeStamp === triggerTimestamp && last.triggerType === triggerType
}

/**
 * The events of failed snapshots. A snapshot has failed if it was pending before the round and is neither pending nor complete after it,
 * even if the operator triggered the next one in the same round. The text describes the snapshot of the status before the round (D-31).
 */
export const snapshotEvents = (
  before: JobLifecycleStatus,
  after: JobLifecycleStatus,
  { wanted }: Pick<ReportedDesired, 'wanted'>,
): readonly EmitEvent[] =>
  before === after ? [] : snapshotKinds.filter(kind =>
    isPending(before, kind) && infoOf(after, kind).triggerId !== infoOf(before, kind).triggerId && !hasCompleted(before, after, kind)
  ).map(kind =>
    warning(
      kind,
      snapshotErrorText(
        kind,
        infoOf(before, kind).triggerType,
        manualOf(before, kind)?.nonce ?? (wanted?.job === undefined ? null : nonceOf(wanted.job, kind)),
      ),
    )
  )

/**
 * Event: the operator could not delete the files of an old savepoint. The savepoint stays in the history, and the operator retries (B73).
 */
export const notDisposed = (path: string, message: string): EmitEvent =>
  warning('savepoint', boundedMessage(`Could not dispose of savepoint ${path}: ${message}`))
