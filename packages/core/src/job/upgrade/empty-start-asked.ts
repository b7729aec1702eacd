import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ConfiguredJob, JobDesired, SubmittedJob } from '../job-round.ts'
import { isMissed } from '../observe/observe-job.ts'
import { isLeftUnknown } from '../observe/observe-last-state.ts'
import { isStateless } from '../../contract/resource/upgrade-mode.ts'

/**
 * True if the user answers `stateless` after the operator reported that the job is not found, or that its last state is unknown. That
 * change alone makes no difference to the deployed spec, but it is an answer.
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
