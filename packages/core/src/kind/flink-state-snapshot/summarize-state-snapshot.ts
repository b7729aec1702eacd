import type { PatchObject } from '../../contract/action/patch-object.ts'
import type { SnapshotDesired, SnapshotRound, Situation } from './state-snapshot-round.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import type { Action } from '../../contract/action/action.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import { actionList } from '../../contract/round/action-list.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { warningEvents } from '../../contract/round/spec-warnings.ts'
import { conditionsOf, events } from './state-snapshot-conditions.ts'
import { withStatus } from './state-snapshot-outcome.ts'

const isLabelValue = (text: string): boolean => text.length <= 63 && /^(?:[A-Za-z0-9](?:[-_.A-Za-z0-9]*[A-Za-z0-9])?)?$/.test(text)

/** The labels that the operator keeps up to date (session-snapshot-bluegreen.md, section 3.6), without invalid label values (E-22). */
const labelsOf = ({ meta, spec, kind }: SnapshotDesired, { state }: FlinkStateSnapshotStatus): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      'snapshot.type': kind === 'savepoint' ? 'SAVEPOINT' : 'CHECKPOINT',
      'snapshot.trigger-type': meta.labels['snapshot.trigger-type'] ?? 'MANUAL',
      'snapshot.state': state,
      'job-reference.kind': spec.jobReference?.kind ?? '',
      'job-reference.name': spec.jobReference?.name ?? '',
    }).filter(([, value]) => value !== '' && isLabelValue(value)),
  )

/** The patch that makes the labels match the status; null: they already match. */
export const labelPatch = (desired: SnapshotDesired, status: FlinkStateSnapshotStatus): PatchObject | null => {
  const { apiVersion, kind, namespace, name, uid, labels: before } = desired.meta
  const labels = labelsOf(desired, status)
  return Object.entries(labels).every(([key, value]) => before[key] === value)
    ? null
    : {
      _tag: 'PatchObject',
      target: { apiVersion, kind, namespace, name, uid },
      patch: { metadata: { labels } },
      why: 'the operator updates the labels after the status',
    }
}

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
