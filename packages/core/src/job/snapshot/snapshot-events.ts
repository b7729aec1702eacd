import type { ToldDesired } from '../job-round.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { snapshotErrorText } from './snapshot-record.ts'
import { infoOf, isPending, manualOf, nonceOf, snapshotKinds } from './snapshot-track.ts'
import { boundedMessage } from '../../resource/utf8-length.ts'

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
 * A snapshot that was pending before a round and is neither pending nor complete after it has failed, however that came about, also where
 * the next one was asked for in the same round. The text is that of before (D-31).
 */
export const snapshotEvents = (
  before: JobLifecycleStatus,
  after: JobLifecycleStatus,
  { wanted }: Pick<ToldDesired, 'wanted'>,
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

/** The files of an old savepoint could not be deleted: it stays in the history and is tried again (B73). */
export const notDisposed = (path: string, message: string): EmitEvent =>
  warning('savepoint', boundedMessage(`Could not dispose of savepoint ${path}: ${message}`))
