import { type Condition, mergedConditions, type WantedCondition, cutMessage } from '@flink-operator/core/resource'
import { type Pause, type Problem, pausedReason, pauseOf, warningConditions, whilePaused } from '@flink-operator/core/round'
import type { ApplicationRound } from '../flink-application-round.ts'
import { type Phase, phaseOf } from '../state/state-row.ts'
import { givenUpWords } from './health.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'

/** What a phase means: it stands beside the phase, and does not repeat it. */
const phaseWords: Readonly<Record<Phase, string>> = {
  New: 'Nothing is deployed yet',
  Updating: 'The cluster of the new version is being created; a job of the version before runs on',
  Rescaling: 'The cluster is being scaled in place; the job runs on meanwhile',
  ClusterStarting: 'The new cluster starts; a job of the version before runs on',
  Savepointing: 'The old job is being stopped with a savepoint',
  Cancelling: 'The old job is being cancelled',
  Recovering: 'The savepoint failed; the operator looks for a checkpoint to start from',
  SubmittingJob: 'The job is being submitted to the new cluster',
  RollingBackJob: 'The update failed; the job of the version before is being started again',
  Running: 'The job runs',
  DeployFailed: 'The update failed',
  DualRunning: 'Two versions run; the spec says which one is torn down',
  Deleting: 'The resource is being deleted',
}

const wordsOf = (round: ApplicationRound, status: FlinkApplicationStatus): string => {
  const phase = phaseOf(status.phase)
  return phase === 'DeployFailed' ? givenUpWords(round, status)
    : phase === null ? `The phase ${status.phase} is not known` : phaseWords[phase]
}

/** The condition exists only while it is True (A8). */
const pausedOf = (pause: Pause | null): readonly (readonly [string, string])[] =>
  pause === null ? [] : [[pause.isUnderstood ? 'Annotation' : 'UnknownValue', pause.message]]

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
  const pause = stalled ? null : pauseOf(meta, now)
  const reason = problem?.reason ?? (pause !== null ? pausedReason : phase ?? 'UnknownPhase')
  const message = whilePaused(pause, problem?.message ?? wordsOf(round, status))
  const of = (type: string, isTrue: boolean, why: string, text: string): WantedCondition => ({
    type,
    status: isTrue ? 'True' : 'False',
    reason: why,
    message: cutMessage(text),
    observedGeneration: meta.generation,
  })
  const wanted = [
    of('Ready', isSettled && problem === null, reason, message),
    of('Reconciling', !isSettled && !stalled, reason, isSettled || stalled ? '' : message),
    of('Stalled', stalled, stalled ? reason : 'NotStalled', stalled ? message : ''),
    ...pausedOf(pauseOf(meta, now)).map(([why, text]) => of('Paused', true, why, text)),
    ...warningConditions(round.desired),
  ]
  return mergedConditions(status.conditions, wanted, now)
}
