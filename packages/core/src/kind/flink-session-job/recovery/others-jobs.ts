import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { FlinkSessionJobView } from '../../../fact/flink-session-job-view.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import { unanswered } from '../../../query/unanswered.ts'
import type { Query } from '../../../query/query.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { contradictedState } from '../../../resource/last-state.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { withJob, withLifecycle, withRecord } from '../../../round/status-change.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import { isAlive } from './stray-job.ts'

/** Whose is a job that runs beside others? */
export type Claim =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** The other FlinkSessionJobs could not be seen: that proves nothing. */
  | { readonly _tag: 'Unseen' }
  | { readonly _tag: 'Theirs'; readonly name: string }
  | { readonly _tag: 'NotTheirs' }

/**
 * Is the job another FlinkSessionJob's? By its id, which tells for whom it was minted; or, where the operator before chose the id, by the
 * status of the older resource that names it.
 */
export const claimOf = ({ desired: { meta }, observed: { facts } }: Round, jobId: string): Claim => {
  const queries = unanswered(facts, [{ _tag: 'ListFlinkSessionJobs', namespace: meta.namespace, deploymentName: null }])
  if (queries.length > 0) return { _tag: 'Look', queries }
  const { flinkSessionJobs: listed } = facts
  if (listed?._tag === 'Absent') return { _tag: 'NotTheirs' }
  if (listed?._tag !== 'Known') return { _tag: 'Unseen' }
  // a restore may create two in one second
  const isOlder = ({ meta: it }: FlinkSessionJobView): boolean =>
    it.creationTimestamp === meta.creationTimestamp ? it.uid < meta.uid : it.creationTimestamp < meta.creationTimestamp
  const other = listed.value.find(it =>
    it.meta.uid !== meta.uid && (isJobIdOf(it.meta.uid, jobId) || (it.status.jobStatus.jobId === jobId && isOlder(it)))
  )
  return other === undefined ? { _tag: 'NotTheirs' } : { _tag: 'Theirs', name: other.meta.name }
}

/** The status tells of a job that was not submitted for this resource by this operator, and that is alive; null: it does not. */
export const perhapsOthers = (round: Round): string | null => {
  const { desired: { meta }, observed: { status: { jobStatus: { jobId } } } } = round
  return jobId === null || isJobIdOf(meta.uid, jobId) || !isAlive(round, jobId) ? null : jobId
}

/** Nothing is known of a job of its own: which one it was, and what it left, a person has to say. */
export const disowned = (status: FlinkSessionJobStatus, found: string): FlinkSessionJobStatus =>
  withRecord(withLifecycle(withJob(status, { jobId: null, startTime: null, state: 'RECONCILING' }), { operation: null }), {
    lastState: contradictedState(found),
    incarnation: null,
    runningSince: null,
  })

export const othersJobText = (jobId: string, name: string): string =>
  `status.jobStatus.jobId ${jobId} is the job of FlinkSessionJob ${name}: the status was copied, and nothing is done to that job`

/**
 * Before anything is done to a job, or started, in a cluster that is not this resource's alone.
 *
 * | row | what is due | seen | then |
 * |---|---|---|---|
 * | Q39 | the job is stopped or scaled, or its stop goes on | it is another FlinkSessionJob's: the status was copied | disowned; then as a job whose id is lost |
 * | Q39 | a submit goes on | its id was minted for another resource | the same |
 * | Q32 | a job is started, or stopped to be started | one of the resource's name is alive that is nobody's: run by hand | told; nothing is started beside it |
 *
 * Null: it may be done.
 */
export const beforeHard = (round: Round, found: Situation | null): Situation | null => {
  switch (found?._tag) {
    case 'Submitting': {
      const { desired: { meta } } = round
      const { jobId } = found.operation
      return jobId === null || isJobIdOf(meta.uid, jobId) ? null
        : { _tag: 'Disowned', row: 'Q39', reason: `the submit that the status tells of, of job ${jobId}, is of another resource` }
    }
    case 'UpgradeDue':
      return othersJob(round) ?? (found.wanted.job.state === 'suspended' ? null : besideNamesake(round))
    case 'RedeployDue':
    case 'RollbackDue':
      return othersJob(round) ?? besideNamesake(round)
    case 'ScaleDue':
    case 'AdoptedCancel':
    case 'Suspending':
      return othersJob(round)
    case 'FirstSubmit':
    case 'RestoreDue':
    case 'StartAgain':
      return besideNamesake(round)
    default:
      return null
  }
}

const othersJob = (round: Round): Situation | null => {
  const jobId = perhapsOthers(round)
  if (jobId === null) return null
  const claim = claimOf(round, jobId)
  switch (claim._tag) {
    case 'Look':
      return needsFacts('Q39', claim.queries, 'is it the job of another resource?')
    case 'Unseen':
      return blocked('Q39', 'the other FlinkSessionJobs to be seen: the job may be one of theirs', null)
    case 'Theirs':
      return { _tag: 'Disowned', row: 'Q39', reason: othersJobText(jobId, claim.name) }
    case 'NotTheirs':
      return null
  }
}

/**
 * Jobs of the resource's name that are alive, and that neither its status nor their ids tell to be its own. Where the spec gives the job
 * another name nothing can be told by it.
 */
const namesakes = ({ desired: { meta, wanted }, observed: { status, facts: { jobs } } }: Round): readonly JobOverview[] =>
  wanted?.effective.configuration['pipeline.name'] !== meta.name || jobs?._tag !== 'Known' ? []
    : jobs.value.filter(({ name, state, jobId }) =>
      name === meta.name && !isTerminal(state) && jobId !== status.jobStatus.jobId && !isJobIdOf(meta.uid, jobId)
    )

/** Row Q32: one of that name was deleted past our finalizer, or its status was lost, or a person ran the job by hand (P25). */
export const besideNamesake = (round: Round): Situation | null => {
  for (const { jobId } of namesakes(round)) {
    const claim = claimOf(round, jobId)
    if (claim._tag === 'Look') return needsFacts('Q32', claim.queries, `whose is job ${jobId}, which has the name of this resource?`)
    if (claim._tag === 'Theirs') continue
    return blocked(
      'Q32',
      `job ${jobId} of the same name to be gone`,
      upgradeProblem(
        'RestoreFailed',
        `Job ${jobId} runs in the session cluster under the name of this resource, and the status does not tell of it: it may be what an earlier resource of that name, another operator, or somebody by hand submitted. Nothing is started beside it. Stop that job, with a savepoint where its state is needed, which spec.job.initialSavepointPath with a new spec.job.savepointRedeployNonce can name; or, where it is another job, set pipeline.name in spec.flinkConfiguration`,
      ),
    )
  }
  return null
}
