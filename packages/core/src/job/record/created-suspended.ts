import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from './last-state-of.ts'

/** It was created suspended, and nothing was ever started: no job is to come, and no JobManager of it. */
export const isCreatedSuspended = ({ deployed }: Pick<JobRound['desired'], 'deployed'>, status: JobLifecycleStatus): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended' && lastStateOf(status, deployed)._tag === 'NeverStarted'
