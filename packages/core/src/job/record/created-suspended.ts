import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import type { JobRound } from '../job-round.ts'
import { lastStateOf } from './last-state-of.ts'

/** True if the resource was created suspended and no job was ever started: neither a job nor a JobManager is expected. */
export const isCreatedSuspended = ({ deployed }: Pick<JobRound['desired'], 'deployed'>, status: JobLifecycleStatus): boolean =>
  deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'suspended' && lastStateOf(status, deployed)._tag === 'NeverStarted'
