import type { Action } from '@flink-operator/core/action'
import type { Outcome } from '../world/perform.ts'
import type { FaultKind } from './move.ts'

/** The outcomes of an effect other than being done and answered. */
export const effectOutcomes = (action: Action<unknown>, kinds: readonly FaultKind[]): readonly Outcome[] => {
  if (action._tag === 'EmitEvent' || action._tag === 'Requeue' || action._tag === 'Look') return []
  const outcomes: Outcome[] = kinds.includes('Effects') ? ['Refused', 'Lost'] : []
  if (kinds.includes('Late') && action._tag !== 'PersistStatus') outcomes.push('Late')
  if (kinds.includes('Effects') && action._tag === 'PersistStatus') outcomes.push('Conflict')
  return outcomes
}
