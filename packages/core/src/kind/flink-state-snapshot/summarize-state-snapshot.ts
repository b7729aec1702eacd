import type { Action } from '../../action/action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { actionList } from '../../round/action-list.ts'
import type { Decision } from '../../round/decision.ts'
import { conditionsOf } from './state-snapshot-conditions.ts'
import { events } from './state-snapshot-events.ts'
import { labelPatch } from './state-snapshot-labels.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import { withStatus } from './state-snapshot-status-change.ts'

type Decided = Exclude<Decision<FlinkStateSnapshotStatus>, { readonly _tag: 'Look' }>

/** Labels are brought up to date in a round that writes nothing else: their write makes the resource newer than the next one would know. */
export const summarize = (
  round: SnapshotRound,
  situation: Situation,
  decision: Decision<FlinkStateSnapshotStatus>,
): readonly Action<FlinkStateSnapshotStatus>[] => {
  if (decision._tag === 'Look') return [decision]
  const { desired, observed: { recorded } } = round
  const { effects } = decision
  const status = isTold(situation, decision, recorded.status)
    ? withStatus(decision.status, { conditions: conditionsOf(round, situation, decision.status) }) : decision.status
  const isChanged = status !== recorded.status
  const patch = isChanged || effects.length > 0 || desired.meta.deletionTimestamp !== null ? null : labelPatch(desired, status)
  return actionList(
    {
      ...decision,
      effects: [...effects, ...(patch === null ? [] : [patch])],
      after: isChanged && effects.length === 0 ? 0 : decision.after,
    },
    { status, isChanged, events: [...outcomeEvents(desired, recorded.status, status), ...decision.events], over: null, confirmed: null },
  )
}

/** A round that has only effects, or nothing to do, writes nothing of its own accord. */
const isTold = (situation: Situation, decision: Decided, recorded: FlinkStateSnapshotStatus): boolean =>
  decision.status !== recorded || (situation._tag !== 'Over' && decision.effects.length === 0)

/** What came of an attempt, told once: where the status first says so. */
const outcomeEvents = (
  { kind, meta }: SnapshotRound['desired'],
  before: FlinkStateSnapshotStatus,
  after: FlinkStateSnapshotStatus,
): readonly EmitEvent[] => [
  ...(after.failures > before.failures ? [events.failed(kind, statusErrorMessage(after.error))] : []),
  ...(after.state === 'ABANDONED' && before.state !== 'ABANDONED' ? [events.abandoned(after.error ?? '')] : []),
  ...(after.state === 'COMPLETED' && before.state === 'IN_PROGRESS' && after.path === '' ? [events.pathUnknown(meta.name)] : []),
]
