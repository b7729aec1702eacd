import type { EmitEvent } from '../action/emit-event.ts'
import type { SnapshotKind } from '../snapshot/snapshot-due.ts'

const warning = (component: EmitEvent['component'], reason: string, message: string, key: string | null = null): EmitEvent =>
  ({ _tag: 'EmitEvent', type: 'Warning', reason, message: message.slice(0, 1000), component, key, repeat: 'Count', annotations: {} })

/** The events of a FlinkStateSnapshot with the reference operator's reasons and texts (session-snapshot-bluegreen.md, section 12). */
export const events = {
  failed: (kind: SnapshotKind, message: string): EmitEvent => warning('Snapshot', kind === 'savepoint' ? 'SavepointError' : 'CheckpointError', message),
  abandoned: (message: string): EmitEvent => warning('Snapshot', 'SnapshotAbandoned', message),
  invalid: (message: string): EmitEvent => ({ ...warning('Operator', 'ValidationError', message), repeat: 'Once' }),
  cleanupFailed: (message: string): EmitEvent => ({ ...warning('Snapshot', 'CleanupFailed', message), repeat: 'Once' }),
  pathUnknown: (name: string): EmitEvent => warning('Snapshot', 'CheckpointError',
    `Checkpoint ${name} was successful, but failed to fetch path. Flink webserver stores only a limited amount of checkpoints in its cache, try increasing 'web.checkpoints.history' config for this job.`),
} as const
