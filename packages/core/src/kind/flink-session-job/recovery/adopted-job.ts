import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import { isJobIdOf } from '../../../contract/resource/mint-id.ts'
import type { ResourceMeta } from '../../../contract/resource/resource-meta.ts'
import { withRecord } from '../../../contract/round/status-change.ts'
import type { FlinkSessionJobFacts } from '../flink-session-job-facts.ts'
import type { Round } from '../session-job-round.ts'
import type { Work } from '../work.ts'
import { isUnclaimed } from './claim.ts'

/**
 * The id of the job in the status, if this operator did not submit it for this resource; else null. It does not matter whether the job is
 * alive: the state that another resource's job left is not ours either.
 */
export const perhapsOthers = ({ uid }: Pick<ResourceMeta, 'uid'>, { jobStatus: { jobId } }: FlinkSessionJobStatus): string | null =>
  jobId === null || isJobIdOf(uid, jobId) ? null : jobId

/**
 * Did an earlier round verify, for this very resource, that no other FlinkSessionJob owns the job? That is enough to leave everything as it
 * is without a query in every round. Before the operator does anything to the job, it queries the other FlinkSessionJobs again.
 */
export const isAdopted = ({ desired: { meta }, observed: { status } }: Round): boolean => {
  const { jobStatus: { jobId }, operatorRecord: { adoptedJob } } = status
  return adoptedJob !== null && adoptedJob.jobId === jobId && adoptedJob.uid === meta.uid
}

/** The status after checking its job against the other FlinkSessionJobs, if this round has listed them (row others-job). */
export const withAdoptedJob = (desired: Work, status: FlinkSessionJobStatus, facts: FlinkSessionJobFacts): FlinkSessionJobStatus => {
  const { meta: { uid } } = desired
  const jobId = perhapsOthers(desired.meta, status)
  if (jobId === null) return withRecord(status, { adoptedJob: null })
  return facts.flinkSessionJobs?._tag === 'Known' && isUnclaimed({ desired, observed: { status, facts } }, jobId)
    ? withRecord(status, { adoptedJob: { jobId, uid } }) : status
}
