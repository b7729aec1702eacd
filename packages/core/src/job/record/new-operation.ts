import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Incarnation, Operation, OperationPurpose } from '../../resource/operation.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { Millis } from '../../resource/time.ts'
import type { JobRound } from '../job-round.ts'
import { withLifecycle, withRecord } from '../../round/status-change.ts'
import { ownJob } from '../seen/observe-job.ts'

/** What it reads of the round that begins it. */
interface Begun {
  readonly desired: Pick<JobRound['desired'], 'meta' | 'generation'>
  readonly observed: Pick<JobRound['observed'], 'status' | 'facts' | 'host'>
  readonly env: JobRound['env']
}

/** What every new operation starts with: an id minted once, and what was seen of the JobManager that it deals with. */
export const newOperation = ({ desired, observed, env }: Begun, purpose: OperationPurpose, patience: Millis) => {
  const attempt = observed.status.operatorRecord.attempts + 1
  return {
    id: mintId('operation', desired.meta.uid, attempt, env.now),
    attempt,
    mintedAt: env.now,
    targetGeneration: desired.generation,
    purpose,
    jobId: observed.status.jobStatus.jobId,
    incarnation: incarnationOf(observed),
    giveUpAt: env.now + patience,
  }
}

/** It is written down before its first effect, and with it that its number is taken (design.md, section 3). */
export const withOperation = <Status extends JobLifecycleStatus>(status: Status, operation: Operation): Status =>
  withRecord(withLifecycle(status, { operation }), { attempts: operation.attempt, retryAt: null })

/** The life of the JobManager and its job as seen in this round; parts that were not seen are null. */
export const incarnationOf = ({ status, facts, host }: Begun['observed']): Incarnation => ({
  ...host.incarnation,
  jobStartTime: ownJob(status, facts)?.startTime ?? null,
})

/** Did the JobManager process or the run of the job surely change since? Parts that are null on either side tell nothing. */
export const isOtherIncarnation = (before: Incarnation | null, now: Incarnation): boolean =>
  before !== null && (['deploymentUid', 'podUid', 'restartCount', 'jobStartTime'] as const)
    .some(part => before[part] !== null && now[part] !== null && before[part] !== now[part])
