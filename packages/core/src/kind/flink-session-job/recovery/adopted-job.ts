import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { ResourceMeta } from '../../../resource/resource-meta.ts'
import { withRecord } from '../../../round/status-change.ts'
import type { FlinkSessionJobFacts } from '../flink-session-job-facts.ts'
import type { Round } from '../session-job-round.ts'
import type { Work } from '../work.ts'
import { claimOf } from './claim.ts'

/**
 * The status tells of a job that was not submitted for this resource by this operator; null: it does not. Alive or ended: what another
 * resource's job left when it was stopped is not this one's either.
 */
export const perhapsOthers = ({ uid }: Pick<ResourceMeta, 'uid'>, { jobStatus: { jobId } }: FlinkSessionJobStatus): string | null =>
  jobId === null || isJobIdOf(uid, jobId) ? null : jobId

/**
 * Was that job seen to be nobody else's, by an earlier round, for this very resource? Enough to leave everything as it is, without asking
 * again at each round; before anything is done to the job the others are asked anew.
 */
export const isAdopted = ({ desired: { meta }, observed: { status } }: Round): boolean => {
  const { jobStatus: { jobId }, operatorRecord: { adoptedJob } } = status
  return adoptedJob !== null && adoptedJob.jobId === jobId && adoptedJob.uid === meta.uid
}

/** The status, with what the other FlinkSessionJobs, where this round asked for them, tell of its job (row Q39). */
export const withAdoptedJob = (desired: Work, status: FlinkSessionJobStatus, facts: FlinkSessionJobFacts): FlinkSessionJobStatus => {
  const { meta: { uid } } = desired
  const jobId = perhapsOthers(desired.meta, status)
  if (jobId === null) return withRecord(status, { adoptedJob: null })
  return facts.flinkSessionJobs?._tag === 'Known' && claimOf({ desired, observed: { status, facts } }, jobId)._tag === 'NotTheirs'
    ? withRecord(status, { adoptedJob: { jobId, uid } }) : status
}
