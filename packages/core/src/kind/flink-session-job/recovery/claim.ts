import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { FlinkSessionJobView } from '../../../contract/fact/custom-resource-views.ts'
import type { Query } from '../../../contract/query/query.ts'
import { asked, type Asked } from '../../../contract/query/ask.ts'
import { isJobIdOf } from '../../../contract/resource/mint-id.ts'
import type { FlinkSessionJobStatus } from '../../../contract/resource/flink-session-job.ts'
import type { FlinkSessionJobFacts, Round } from '../session-job-round.ts'
import type { Work } from '../work.ts'
import type { ResourceMeta } from '../../../contract/resource/resource.ts'
import { withRecord } from '../../../contract/round/status-change.ts'

/** Which FlinkSessionJob owns a job in the session cluster? */
export type Claim =
  /** The other FlinkSessionJobs could not be listed, which proves nothing. */
  | { readonly _tag: 'Unseen' }
  | { readonly _tag: 'Theirs'; readonly name: string }
  | { readonly _tag: 'NotTheirs' }

/** The inputs of that decision. */
export interface ClaimRead {
  readonly desired: Pick<Work, 'meta'>
  readonly observed: { readonly status: FlinkSessionJobStatus; readonly facts: FlinkSessionJobFacts }
}

/**
 * Does another FlinkSessionJob own the job? The job id shows for which resource it was generated. If the previous operator chose the id,
 * the status that names it decides; if two name it, the older resource owns it.
 */
export const claimOf = (round: ClaimRead, jobId: string): Asked<Claim> =>
  pipe(round.observed.facts, asked([claimQuery(round)]), E.map(() => claimSeen(round, jobId)))

const claimSeen = ({ desired: { meta }, observed: { status, facts } }: ClaimRead, jobId: string): Claim => {
  const { flinkSessionJobs: listed } = facts
  if (listed?._tag === 'Absent') return { _tag: 'NotTheirs' }
  if (listed?._tag !== 'Known') return { _tag: 'Unseen' }
  // a restore of a backup may create two resources in the same second
  const isOlder = ({ meta: it }: FlinkSessionJobView): boolean =>
    it.creationTimestamp === meta.creationTimestamp ? it.uid < meta.uid : it.creationTimestamp < meta.creationTimestamp
  const isNamedHere = status.jobStatus.jobId === jobId
  const isNamedBy = (it: FlinkSessionJobView): boolean => it.status.jobStatus.jobId === jobId && (!isNamedHere || isOlder(it))
  const other = listed.value.find(it => it.meta.uid !== meta.uid && (isJobIdOf(it.meta.uid, jobId) || isNamedBy(it)))
  return other === undefined ? { _tag: 'NotTheirs' } : { _tag: 'Theirs', name: other.meta.name }
}

/** True if this round has seen that no other FlinkSessionJob owns the job. */
export const isUnclaimed = (round: ClaimRead, jobId: string): boolean =>
  E.exists<Claim>(({ _tag }) => _tag === 'NotTheirs')(claimOf(round, jobId))

/** The first of these jobs that no other FlinkSessionJob is known to own. Null: others own all of them. */
export const firstNotOthers = <Job extends { readonly jobId: string }>(round: ClaimRead, jobs: readonly Job[]): Asked<Job | null> =>
  jobs.length === 0 ? E.right(null) : pipe(
    round.observed.facts,
    asked([claimQuery(round)]),
    E.map(() => jobs.find(({ jobId }) => claimSeen(round, jobId)._tag !== 'Theirs') ?? null),
  )

/** The query that lists the other FlinkSessionJobs. */
export const claimQuery = ({ desired: { meta } }: Pick<ClaimRead, 'desired'>): Query => ({
  _tag: 'ListFlinkSessionJobs',
  namespace: meta.namespace,
  deploymentName: null,
})

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
