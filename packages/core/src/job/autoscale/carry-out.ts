import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Act } from '../../contract/round/decision.ts'
import { withReconciliation } from '../../contract/round/status-change.ts'
import { withRecordedConfiguration, withRecordedJob } from '../../crd/recorded-spec.ts'
import type { JobRound } from '../job-round.ts'
import { type AutoscalerDue, nextSampleAt } from './autoscaler-situation.ts'

/** The status with the nonce of a completed reset. */
const withReset = <Status extends JobLifecycleStatus>(status: Status, { desired: { meta } }: JobRound, { step }: AutoscalerDue): Status => {
  const { lastReconciledSpec: text, lastStableSpec } = status.reconciliationStatus
  if (step.resetNonce === null || text === null) return status
  const recorded = withRecordedJob(meta.kind, text, { autoscalerResetNonce: step.resetNonce }) ?? text
  return withReconciliation(status, {
    lastReconciledSpec: recorded,
    ...(lastStableSpec === text ? { lastStableSpec: recorded } : {}),
  })
}

/** The status that records stored overrides as deployed, as an edit would. */
const withRecorded = <Status extends JobLifecycleStatus>(
  status: Status,
  { desired: { meta } }: JobRound,
  { step }: AutoscalerDue,
): Status => {
  const { lastReconciledSpec: text } = status.reconciliationStatus
  const recorded = step.recorded === null || text === null ? null : withRecordedConfiguration(meta.kind, text, step.recorded)
  return recorded === null ? status : withReconciliation(status, { lastReconciledSpec: recorded })
}

/**
 * Stores the autoscaler's decision, then emits its events. A reset is recorded only after the stored state was cleared. `unchanged`:
 * the decision of a round without work.
 */
export const carryOut = <Status extends JobLifecycleStatus>(round: JobRound, due: AutoscalerDue, unchanged: Act<Status>): Act<Status> => {
  const calm = { ...unchanged, status: withRecorded(unchanged.status, round, due) }
  const { write, events, isScaled, resetNonce } = due.step
  const isAgain = isScaled || resetNonce !== null || round.desired.autoscaler?.isOn === false
  const reset = withReset(calm.status, round, due)
  return {
    ...calm,
    ...(reset === calm.status ? {} : write === null ? { status: reset } : { then: { status: reset, reason: due.reason } }),
    effects: write === null ? [] : [write],
    reportedAfter: events,
    after: isAgain ? 0 : calm.after,
    waitingFor: isAgain ? 'the stored decision of the autoscaler to be applied' : calm.waitingFor,
    reason: due.reason,
  }
}

/** Requeues in time for the next sample. */
export const inTimeForSample = <Status>(round: JobRound, calm: Act<Status>): Act<Status> => {
  const at = nextSampleAt(round)
  const left = at === null ? null : Math.max(1_000, at - round.env.now)
  return left === null || left >= calm.after ? calm : { ...calm, after: left, waitingFor: 'the next sample of the autoscaler' }
}
