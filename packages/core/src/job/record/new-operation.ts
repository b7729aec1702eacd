import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Incarnation, Operation, OperationPurpose } from '../../contract/resource/operation.ts'
import { startedMark } from '../../contract/resource/annotations.ts'
import { mintOperationId } from '../../contract/resource/mint-id.ts'
import type { Millis } from '../../contract/resource/time.ts'
import type { JobRound } from '../job-round.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import { ownJob } from '../observe/observe-job.ts'

/** The parts of the round that begins the operation. */
interface Begun {
  readonly desired: Pick<JobRound['desired'], 'meta' | 'generation'>
  readonly observed: Pick<JobRound['observed'], 'status' | 'facts' | 'host'>
  readonly env: JobRound['env']
}

/** The common fields of a new operation: an id that is generated once, and the observed JobManager incarnation. */
export const newOperation = ({ desired, observed, env }: Begun, purpose: OperationPurpose, patience: Millis) => {
  const attempt = Math.max(observed.status.operatorRecord.attempts, startedMark(desired.meta)?.attempt ?? 0) + 1
  return {
    id: mintOperationId(desired.meta.uid, attempt, env.now),
    attempt,
    mintedAt: env.now,
    targetGeneration: desired.generation,
    purpose,
    jobId: observed.status.jobStatus.jobId,
    incarnation: incarnationOf(observed),
    giveUpAt: env.now + patience,
  }
}

/** Records an operation before its first effect, and the number of its attempt as used (design.md, section 3). */
export const withOperation = <Status extends JobLifecycleStatus>(status: Status, operation: Operation): Status =>
  withRecord(withLifecycle(status, { operation }), { attempts: operation.attempt, retryAt: null })

/** The incarnation of the JobManager and the job as this round observed them. Parts that were not observed are null. */
export const incarnationOf = ({ status, facts, host }: Begun['observed']): Incarnation => ({
  ...host.incarnation,
  jobStartTime: ownJob(status, facts)?.startTime ?? null,
})

/** True if the JobManager process or the run of the job certainly changed. Parts that are null on either side prove nothing. */
export const isOtherIncarnation = (before: Incarnation | null, now: Incarnation): boolean =>
  before !== null && (['deploymentUid', 'podUid', 'restartCount', 'jobStartTime'] as const)
    .some(part => before[part] !== null && now[part] !== null && before[part] !== now[part])
