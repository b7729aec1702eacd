import type { Action } from '../../action/action.ts'
import { isHard } from '../../action/action-properties.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { FlinkStateSnapshotStatus } from '../../resource/flink-state-snapshot.ts'
import type { Decision } from './decide.ts'
import { events } from './events.ts'
import { labelPatch } from './labels.ts'
import type { SnapshotRound } from './round.ts'

/**
 * Makes the action list of a decision: the status first, so that intent is durable before any effect (P03); then events, effects, and the next look. Labels
 * are brought up to date in a round that writes nothing else: their write makes the resource newer than the next one would know.
 */
export const summarize = ({ desired, observed: { recorded } }: SnapshotRound, decision: Decision): readonly Action<FlinkStateSnapshotStatus>[] => {
  if (decision._tag === 'Look') return [decision]
  const { status, effects, after, waitingFor, reason } = decision
  const isChanged = status !== recorded.status
  // a hard effect also needs the write as proof that this round does not work from an old read
  const persist: readonly Action<FlinkStateSnapshotStatus>[] = isChanged || effects.some(isHard) ? [{ _tag: 'PersistStatus', status, reason }] : []
  const patch = isChanged || effects.length > 0 || desired.meta.deletionTimestamp !== null ? null : labelPatch(desired, status)
  return [
    ...persist, ...outcomeEvents(desired, recorded.status, status), ...decision.events, ...effects, ...(patch === null ? [] : [patch]),
    { _tag: 'Requeue', after: isChanged && effects.length === 0 ? 0 : after, waitingFor },
  ]
}

/** What came of an attempt, told once: where the status first says so. */
const outcomeEvents = ({ kind, meta }: SnapshotRound['desired'], before: FlinkStateSnapshotStatus, after: FlinkStateSnapshotStatus): readonly EmitEvent[] => [
  ...(after.failures > before.failures ? [events.failed(kind, statusErrorMessage(after.error))] : []),
  ...(after.state === 'ABANDONED' && before.state !== 'ABANDONED' ? [events.abandoned(after.error ?? '')] : []),
  ...(after.state === 'COMPLETED' && before.state === 'IN_PROGRESS' && after.path === '' ? [events.pathUnknown(meta.name)] : []),
]
