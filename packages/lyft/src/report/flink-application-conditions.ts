import { type Condition, mergedConditions, type WantedCondition, cutMessage } from '@flink-operator/core/resource'
import { type Problem, pauseOf, warningConditions } from '@flink-operator/core/round'
import type { ApplicationRound } from '../flink-application-round.ts'
import { phaseOf } from '../state/phase.ts'
import { givenUpWords } from './given-up-words.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'

/**
 * The conditions Ready, Reconciling and Stalled for kstatus, and Paused while the resource is paused (A4, A8). The messages change only
 * with the state.
 */
export const conditionsOf = (
  round: ApplicationRound,
  status: FlinkApplicationStatus,
  problem: Problem | null,
): readonly Condition[] => {
  const { desired: { meta }, env: { now } } = round
  const phase = phaseOf(status.phase)
  const isSettled = phase === 'Running' || phase === 'DualRunning'
  const stalled = problem !== null || phase === 'DeployFailed'
  const reason = problem?.reason ?? phase ?? 'UnknownPhase'
  const message = problem?.message
    ?? (phase === 'DeployFailed' ? givenUpWords(round, status) : `The application is ${phase ?? status.phase}`)
  const of = (type: string, isTrue: boolean, why: string, text: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: why,
    message: cutMessage(text),
    observedGeneration: meta.generation,
  })
  const pause = pauseOf(meta, now)
  const wanted = [
    of('Ready', isSettled && problem === null, reason, message),
    of('Reconciling', !isSettled && !stalled, reason, isSettled || stalled ? '' : message),
    of('Stalled', stalled, stalled ? reason : 'NotStalled', stalled ? message : ''),
    ...(pause === null ? [] : [of('Paused', true, pause.isUnderstood ? 'Annotation' : 'UnknownValue', pause.message)]),
    ...warningConditions(round.desired),
  ]
  return mergedConditions(status.conditions, wanted, now)
}
