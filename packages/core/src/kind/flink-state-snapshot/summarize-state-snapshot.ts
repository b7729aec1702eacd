import type { Action } from '../../contract/action/action.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { actionList } from '../../contract/round/action-list.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { warningEvents } from '../../contract/round/spec-warnings.ts'
import { conditionsOf } from './state-snapshot-conditions.ts'
import { events } from './state-snapshot-events.ts'
import { labelPatch } from './state-snapshot-labels.ts'
import type { SnapshotRound } from './state-snapshot-round.ts'
import type { Situation } from './state-snapshot-situation.ts'
import { withStatus } from './state-snapshot-status-change.ts'

type Decided = Exclude<Decision<FlinkStateSnapshotStatus>, { readonly _tag: 'Look' }>

/**
 * The action list of a decision. The operator patches labels only in a round that writes nothing else, because the patch changes the
 * resource version, and a later write would conflict.
 */
export const summarize = (
  round: SnapshotRound,
  situation: Situation,
  decision: Decision<FlinkStateSnapshotStatus>,
): readonly Action<FlinkStateSnapshotStatus>[] => {
  if (decision._tag === 'Look') return [decision]
  const { desired, observed: { recorded } } = round
  const { effects } = decision
  const status = isReported(situation, decision, recorded.status)
    ? withStatus(decision.status, { conditions: conditionsOf(round, situation, decision.status) }) : decision.status
  const isChanged = status !== recorded.status
  const patch = isChanged || effects.length > 0 || desired.meta.deletionTimestamp !== null ? null : labelPatch(desired, status)
  return actionList(
    {
      ...decision,
      effects: [...effects, ...(patch === null ? [] : [patch])],
      after: isChanged && effects.length === 0 ? 0 : decision.after,
    },
    {
      status,
      isChanged,
      events: [
        ...outcomeEvents(desired, recorded.status, status),
        ...decision.events,
        ...warningEvents(recorded.status.conditions, status.conditions, desired),
      ],
      over: null,
      confirmed: null,
    },
  )
}

/** False for a round that has only effects or nothing to do: it does not update the conditions. */
const isReported = (situation: Situation, decision: Decided, recorded: FlinkStateSnapshotStatus): boolean =>
  decision.status !== recorded || (situation._tag !== 'Over' && decision.effects.length === 0)

/** The events of an outcome, emitted once: in the round that first records it in the status. */
const outcomeEvents = (
  { kind, meta }: SnapshotRound['desired'],
  before: FlinkStateSnapshotStatus,
  after: FlinkStateSnapshotStatus,
): readonly EmitEvent[] => [
  ...(after.failures > before.failures ? [events.failed(kind, statusErrorMessage(after.error))] : []),
  ...(after.state === 'ABANDONED' && before.state !== 'ABANDONED' ? [events.abandoned(after.error ?? '')] : []),
  ...(after.state === 'COMPLETED' && before.state === 'IN_PROGRESS' && after.path === '' ? [events.pathUnknown(meta.name)] : []),
]
