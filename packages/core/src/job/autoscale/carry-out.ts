import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Act } from '../../round/decision.ts'
import { withReconciliation } from '../../round/status-change.ts'
import { withRecordedJob } from '../../codec/recorded-spec.ts'
import type { JobRound } from '../job-round.ts'
import { type AutoscalerDue, nextSampleAt } from './autoscaler-situation.ts'

/** The status with the nonce of a reset that is carried out. */
const withReset = <Status extends JobLifecycleStatus>(status: Status, { desired: { meta } }: JobRound, { step }: AutoscalerDue): Status => {
  const { lastReconciledSpec: text, lastStableSpec } = status.reconciliationStatus
  if (step.resetNonce === null || text === null) return status
  const recorded = withRecordedJob(meta.kind, text, { autoscalerResetNonce: step.resetNonce }) ?? text
  return withReconciliation(status, {
    lastReconciledSpec: recorded,
    ...(lastStableSpec === text ? { lastStableSpec: recorded } : {}),
  })
}

/**
 * Stores what was decided, then tells it. A reset is recorded once what was known is cleared, never before. `calm`: what is done where
 * nothing is to be done.
 */
export const carryOut = <Status extends JobLifecycleStatus>(round: JobRound, due: AutoscalerDue, calm: Act<Status>): Act<Status> => {
  const { write, events, isScaled, resetNonce } = due.step
  const isAgain = isScaled || resetNonce !== null || due.row === 'A1'
  const reset = withReset(calm.status, round, due)
  return {
    ...calm,
    ...(reset === calm.status ? {} : write === null ? { status: reset } : { then: { status: reset, reason: due.reason } }),
    effects: write === null ? [] : [write],
    toldAfter: events,
    after: isAgain ? 0 : calm.after,
    waitingFor: isAgain ? 'what is stored to be carried out' : calm.waitingFor,
    reason: due.reason,
  }
}

/** The next look comes in time for the next sample. */
export const inTimeForSample = <Status>(round: JobRound, calm: Act<Status>): Act<Status> => {
  const at = nextSampleAt(round)
  const left = at === null ? null : Math.max(1_000, at - round.env.now)
  return left === null || left >= calm.after ? calm : { ...calm, after: left, waitingFor: 'the next sample of the autoscaler' }
}
