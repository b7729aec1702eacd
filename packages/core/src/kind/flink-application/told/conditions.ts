import { formatInstant } from '../../../codec/instant.ts'
import type { Condition } from '../../../resource/condition.ts'
import type { Problem } from '../../../round/decision.ts'
import { pauseOf } from '../../../round/pause.ts'
import type { ApplicationRound } from '../round.ts'
import { phaseOf } from '../state/phase.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'

type Wanted = Omit<Condition, 'lastTransitionTime'>

/** Ready, Reconciling and Stalled as kstatus reads them, and Paused where it is (A4, A8). In words that change with the state alone. */
export const conditionsOf = (
  { desired: { meta }, env: { now } }: ApplicationRound,
  status: FlinkApplicationStatus,
  problem: Problem | null,
): readonly Condition[] => {
  const phase = phaseOf(status.phase)
  const isSettled = phase === 'Running' || phase === 'DualRunning'
  const stalled = problem !== null || phase === 'DeployFailed'
  const reason = problem?.reason ?? phase ?? 'UnknownPhase'
  const message = problem?.message ?? `The application is ${phase ?? status.phase}`
  const of = (type: string, isTrue: boolean, why: string, text: string): Wanted => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: why,
    message: text.slice(0, 1000),
    observedGeneration: meta.generation,
  })
  const pause = pauseOf(meta, now)
  const wanted = [
    of('Ready', isSettled && problem === null, reason, message),
    of('Reconciling', !isSettled && !stalled, reason, isSettled || stalled ? '' : message),
    of('Stalled', stalled, stalled ? reason : 'NotStalled', stalled ? message : ''),
    ...(pause === null ? [] : [of('Paused', true, pause.isUnderstood ? 'Annotation' : 'UnknownValue', pause.message)]),
  ]
  return merged(status.conditions, wanted, now)
}

/** The transition time moves only with the status; the same list where nothing changed. */
const merged = (before: readonly Condition[], wanted: readonly Wanted[], now: number): readonly Condition[] => {
  const list = wanted.map((condition): Condition => {
    const old = before.find(({ type }) => type === condition.type)
    return old !== undefined && isSame(old, condition) ? old
      : { ...condition, lastTransitionTime: old?.status === condition.status ? old.lastTransitionTime : formatInstant(now) }
  })
  return list.length === before.length && list.every((condition, index) => condition === before[index]) ? before : list
}

const isSame = (a: Condition, b: Wanted): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message && a.observedGeneration === b.observedGeneration
