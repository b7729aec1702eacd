import type { FlinkSessionJobView } from '../../../fact/flink-session-job-view.ts'
import type { Query } from '../../../query/query.ts'
import { unanswered } from '../../../query/unanswered.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import type { FlinkSessionJobFacts } from '../flink-session-job-facts.ts'
import type { Work } from '../work.ts'

/** Whose is a job that runs beside others? */
export type Claim =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** The other FlinkSessionJobs could not be seen: that proves nothing. */
  | { readonly _tag: 'Unseen' }
  | { readonly _tag: 'Theirs'; readonly name: string }
  | { readonly _tag: 'NotTheirs' }

/** What is read to tell it. */
export interface ClaimRead {
  readonly desired: Pick<Work, 'meta'>
  readonly observed: { readonly status: FlinkSessionJobStatus; readonly facts: FlinkSessionJobFacts }
}

/**
 * Is the job another FlinkSessionJob's? By its id, which tells for whom it was minted; or, where the operator before chose the id, by the
 * status that names it: of two that name it, that of the older resource.
 */
export const claimOf = (round: ClaimRead, jobId: string): Claim => {
  const { desired: { meta }, observed: { status, facts } } = round
  const queries = claimQueries(round)
  if (queries.length > 0) return { _tag: 'Look', queries }
  const { flinkSessionJobs: listed } = facts
  if (listed?._tag === 'Absent') return { _tag: 'NotTheirs' }
  if (listed?._tag !== 'Known') return { _tag: 'Unseen' }
  // a restore may create two in one second
  const isOlder = ({ meta: it }: FlinkSessionJobView): boolean =>
    it.creationTimestamp === meta.creationTimestamp ? it.uid < meta.uid : it.creationTimestamp < meta.creationTimestamp
  const isNamedHere = status.jobStatus.jobId === jobId
  const isNamedBy = (it: FlinkSessionJobView): boolean => it.status.jobStatus.jobId === jobId && (!isNamedHere || isOlder(it))
  const other = listed.value.find(it => it.meta.uid !== meta.uid && (isJobIdOf(it.meta.uid, jobId) || isNamedBy(it)))
  return other === undefined ? { _tag: 'NotTheirs' } : { _tag: 'Theirs', name: other.meta.name }
}

/** What tells of the other FlinkSessionJobs. */
export const claimQueries = ({ desired: { meta }, observed: { facts } }: ClaimRead): readonly Query[] =>
  unanswered(facts, [{ _tag: 'ListFlinkSessionJobs', namespace: meta.namespace, deploymentName: null }])
