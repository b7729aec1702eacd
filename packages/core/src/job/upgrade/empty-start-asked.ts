import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { ConfiguredJob, JobDesired, SubmittedJob } from '../job-round.ts'
import { isMissed } from '../seen/observe-job.ts'
import { isLeftUnknown } from '../seen/observe-last-state.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'

/**
 * Told that the job is not found, or that nobody knows what it left, a person says `stateless`: that alone changes nothing in the spec that
 * is deployed, and it is an answer.
 */
export const isEmptyStartAsked = (
  { desired: { generation, invalid }, observed: { status }, env: { now } }: {
    readonly desired: Pick<JobDesired, 'generation' | 'invalid'>
    readonly observed: { readonly status: JobLifecycleStatus }
    readonly env: { readonly now: EpochMillis }
  },
  { reconciled }: Pick<SubmittedJob, 'reconciled'>,
  { job }: Pick<ConfiguredJob, 'job'>,
): boolean =>
  invalid === null && isStateless(job.upgradeMode) && !isStateless(status.operatorRecord.askedMode ?? reconciled.job.upgradeMode)
  && job.state === 'running'
  && status.operatorRecord.errorOwner === 'job' && status.observedGeneration !== generation
  && (isMissed(status, now) || isLeftUnknown(status, now))
