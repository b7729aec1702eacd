import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { SnapshotKind } from '../../job/snapshot/snapshot-due.ts'
import { boundedMessage } from '../../contract/resource/utf8-length.ts'

const warning = (event: Pick<EmitEvent, 'reason' | 'message'> & Partial<EmitEvent>): EmitEvent => ({
  _tag: 'EmitEvent',
  type: 'Warning',
  component: 'Snapshot',
  key: null,
  repeat: 'Count',
  annotations: {},
  ...event,
  message: boundedMessage(event.message),
})

/** The events of a FlinkStateSnapshot with the reference operator's reasons and texts (session-snapshot-bluegreen.md, section 12). */
export const events = {
  failed: (kind: SnapshotKind, message: string): EmitEvent =>
    warning({ reason: kind === 'savepoint' ? 'SavepointError' : 'CheckpointError', message }),
  abandoned: (message: string): EmitEvent => warning({ reason: 'SnapshotAbandoned', message }),
  invalid: (message: string): EmitEvent => warning({ reason: 'ValidationError', message, component: 'Operator', repeat: 'Once' }),
  unreadable: (message: string): EmitEvent => warning({ reason: 'Error', message, component: 'Operator', repeat: 'Once' }),
  cleanupFailed: (message: string): EmitEvent => warning({ reason: 'CleanupFailed', message, repeat: 'Once' }),
  pathUnknown: (name: string): EmitEvent =>
    warning({
      reason: 'CheckpointError',
      message:
        `Checkpoint ${name} was successful, but failed to fetch path. Flink webserver stores only a limited amount of checkpoints in its cache, try increasing 'web.checkpoints.history' config for this job.`,
    }),
} as const
