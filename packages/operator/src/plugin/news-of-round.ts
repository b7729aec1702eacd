import { type EpochMillis, type Json, redactText } from '@flink-operator/core'
import type { PluginNews } from '@flink-operator/core/plugin'
import type { RoundReport } from '../round.ts'
import type { ResourceKey } from '../port/cluster-port.ts'

/** What listeners get of a round: the change of the written status, then the sent events. */
export const newsOfRound = (
  kind: string,
  { namespace, name }: ResourceKey,
  report: RoundReport,
  at: EpochMillis,
): readonly PluginNews[] => {
  const done = [...report.outcomes, ...report.recovery].flatMap(({ action, result }) => (result === 'done' ? [action] : []))
  const of = { kind, namespace, name, at }
  const resource = report.decided?.resource
  const before: Json = resource?.['status'] ?? null
  const after: Json = report.written?.wrote === 'whole' ? report.written.resource['status'] ?? null : null
  const isChanged = resource !== undefined && after !== null && done.some(({ _tag }) => _tag === 'PersistStatus')
    && JSON.stringify(before) !== JSON.stringify(after)
  return [
    ...(isChanged ? [{ _tag: 'StatusChanged' as const, ...of, resource, before, after }] : []),
    ...done.flatMap((action): readonly PluginNews[] =>
      action._tag === 'EmitEvent'
        ? [{ _tag: 'EventSent', ...of, type: action.type, reason: action.reason, message: redactText(action.message) }] : []
    ),
  ]
}
