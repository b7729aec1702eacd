import type { Problem } from '../../contract/round/decision.ts'
import { cluster, operator, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { causeChain, causesOf } from './job-exceptions.ts'
import { unknownStateError } from '../upgrade/upgrade-answer.ts'

/** The problem of an upgrade that only the user can decide: what to restore the job from, or how to stop it. */
export const upgradeProblem = (reason: 'RestoreFailed' | 'UpgradeFailed', message: string): Problem => ({
  owner: 'upgrade',
  type: 'UpgradeFailureException',
  message,
  reason,
})

export const restoreByHand = person(
  'choose a state yourself: set spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless',
)

/** HA metadata decides where the state is, and cannot be read now. */
export const stateShown = cluster('HA metadata can be read')

/** The job can't be stopped with its state now. */
export const runsAgain = cluster(
  'the job runs again or its JobManager comes up; or an edit that needs none of its state (spec.job.upgradeMode: stateless)',
)

export const savepointEnds = cluster(
  'the savepoint completes or fails; kubernetes.operator.job.upgrade.ignore-pending-savepoint: true does not wait for it',
)

export const nextRound = operator('the operator continues in its next round')
const edit = person('an edit of the spec')

/** What ends the wait in a situation that means the same on every host. */
export const unblocksJob = {
  NeedsFacts: cluster('Kubernetes and Flink answer the queries of the operator'),
  NotYetOurs: nextRound,
  Unmanageable: person(
    'run the version of the operator that wrote the unreadable status, or mend it (kubectl edit --subresource=status), or delete the resource',
  ),
  InvalidFromTheStart: edit,
  Paused: person(
    'remove the annotation flinkdeployment.flink.apache.org/pause, or wait for the time that it names; the pause does not stop a deletion',
  ),
  FirstDeployment: nextRound,
  AdoptedCancel: nextRound,
  AdoptedRollback: nextRound,
  AlreadyUpgraded: nextRound,
  RestoreDue: nextRound,
  SuspendedToRecord: nextRound,
  UpgradeDue: nextRound,
  ScaleDue: nextRound,
  ScalingUnrecorded: nextRound,
  RedeployDue: nextRound,
  RollbackDue: nextRound,
  RunsWhatIsWanted: nextRound,
  RestartFailed: nextRound,
  Lost: nextRound,
  Snapshot: nextRound,
  AutoscalerDue: nextRound,
  OrphanJob: nextRound,
  Settled: edit,
} as const satisfies Readonly<Record<string, UnblockedBy>>

/**
 * The validation problem. It is also reported while an operation is in progress or the operator waits, because it lasts until the spec is
 * fixed (P10, P16).
 */
export const validationProblem = (
  { desired: { invalid } }: { readonly desired: Pick<JobRound['desired'], 'invalid'> },
): Problem | null => invalid === null ? null : invalidSpec(invalid.message)

export const invalidSpec = (message: string): Problem => ({
  owner: 'validation',
  type: 'ValidationException',
  message,
  reason: 'ValidationError',
})

/**
 * The problem of a contradictory last state. It is reported until the user says what to restore the job from, whatever else happens (P25).
 */
export const contradiction = ({ desired: { deployed } }: Pick<JobRound, 'desired'>, status: JobLifecycleStatus): Problem | null => {
  const state = status.operation === null ? lastStateOf(status, deployed) : null
  return state?._tag !== 'Unknown' || state.why !== 'Contradicted' ? null
    : upgradeProblem('RestoreFailed', unknownStateError(state.reason))
}

/** The problem of a failed job, with Flink's cause. */
export const jobProblem = ({ observed: { recorded, facts } }: Pick<JobRound, 'observed'>, status: JobLifecycleStatus): Problem | null => {
  if (!isFailureToTell(recorded.status, status)) return null
  const cause = facts.exceptions?._tag === 'Known' ? facts.exceptions.value[0] : undefined
  if (cause === undefined && isReportedWithoutCause(recorded.status)) return null
  return {
    owner: 'job',
    type: cause?.type ?? 'JobFailed',
    message: cause === undefined ? withoutCause : causeChain(cause.stackTrace),
    reason: 'Error',
    ...(cause === undefined ? {} : { causes: causesOf(cause.stackTrace), stackTrace: cause.stackTrace }),
  }
}

/** Flink's answers are up to 3 s old: one answer may say FAILED before another one has the cause. */
const withoutCause = 'The job failed, and Flink has not told why yet'

const isReportedWithoutCause = ({ operatorRecord: { errorOwner }, error }: JobLifecycleStatus): boolean =>
  errorOwner === 'job' && statusErrorMessage(error) === withoutCause

/**
 * True when the failure is first observed, when the error of an operation that covered it is over, and while Flink has not reported the
 * cause, so that the operator asks again.
 */
export const isFailureToTell = (before: JobLifecycleStatus, { jobStatus }: JobLifecycleStatus): boolean =>
  jobStatus.state === 'FAILED'
  && (before.jobStatus.state !== 'FAILED' || before.operatorRecord.errorOwner === 'operation'
    || isReportedWithoutCause(before))
