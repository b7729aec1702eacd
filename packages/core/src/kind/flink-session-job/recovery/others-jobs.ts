import { upgradeProblem } from '../../../job/told/upgrade-problem.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import { isTerminal } from '../../../resource/job-state.ts'
import { contradictedState } from '../../../resource/last-state.ts'
import { isJobIdOf } from '../../../resource/mint-id.ts'
import type { FlinkSessionJobStatus } from '../../../resource/flink-session-job.ts'
import { withJob, withLifecycle, withRecord } from '../../../round/status-change.ts'
import { isStartedAtOnce } from '../../../job/upgrade/savepoint-redeploy.ts'
import type { Round } from '../session-job-round.ts'
import type { Situation } from '../session-job-situation.ts'
import { blocked, needsFacts } from '../../../round/waiting-situation.ts'
import { isAdopted, perhapsOthers } from './adopted-job.ts'
import { claimOf } from './claim.ts'
import { isAlive } from './stray-job.ts'
import { besideUnclaimed } from './unclaimed-jobs.ts'

/**
 * Nothing is known of a job of its own: which one it was, and what it left, a person has to say. The savepoints of its history are the
 * other one's, too: none of them is disposed of.
 */
export const disowned = (status: FlinkSessionJobStatus, found: string): FlinkSessionJobStatus => {
  const savepointInfo = { ...status.jobStatus.savepointInfo, savepointHistory: [] }
  return withRecord(
    withLifecycle(withJob(status, { jobId: null, startTime: null, state: 'RECONCILING', savepointInfo }), { operation: null }),
    { lastState: contradictedState(found), incarnation: null, runningSince: null },
  )
}

export const othersJobText = (jobId: string, name: string): string =>
  `status.jobStatus.jobId ${jobId} is the job of FlinkSessionJob ${name}: the status was copied, and nothing is done to that job`

/**
 * Before anything is done to a job, or started, in a cluster that is not this resource's alone.
 *
 * | row | what is due | seen | then |
 * |---|---|---|---|
 * | Q39 | anything is done to the job, its stop goes on, one is started in its place, or nothing is due and it was not yet seen to be its own | it is, or was, another FlinkSessionJob's: the status was copied | disowned; then as a job whose id is lost |
 * | Q39 | a submit goes on | its id was minted for another resource | the same |
 * | Q32 | a job is started, or stopped to be started | one of the resource's name is alive that is nobody's: run by hand | told; nothing is started beside it |
 * | Q42 | a job is started, and none of it is listed as alive | HA metadata brings back one that nobody else claims (`unclaimed-jobs.ts`) | waited for, and told |
 *
 * Null: it may be done.
 */
export const beforeHard = (round: Round, found: Situation): Situation | null => {
  switch (found._tag) {
    case 'Submitting': {
      const { desired: { meta } } = round
      const { jobId } = found.operation
      return jobId === null || isJobIdOf(meta.uid, jobId) ? null
        : { _tag: 'Disowned', row: 'Q39', reason: `the submit that the status tells of, of job ${jobId}, is of another resource` }
    }
    case 'UpgradeDue':
      return othersJob(round) ?? (found.wanted.job.state === 'suspended' ? null : besideNamesake(round))
    case 'RollbackDue':
      return othersJob(round) ?? besideNamesake(round)
    case 'RedeployDue':
      return othersJob(round) ?? (isStartedAtOnce(round, found) ? besideOthers(round) : besideNamesake(round))
    case 'ScaleDue':
    case 'AdoptedCancel':
    case 'Suspending':
    case 'Snapshot':
    case 'AutoscalerDue':
      return othersJob(round)
    case 'Settled':
    case 'RunsWhatIsWanted':
      return isAdopted(round) ? null : othersJob(round)
    case 'FirstDeployment':
    case 'RestoreDue':
    case 'RestartFailed':
    case 'Lost':
      return othersJob(round) ?? besideOthers(round)
    case 'NeedsFacts':
    case 'Deleting':
    case 'NotYetOurs':
    case 'Unmanageable':
    case 'InvalidFromTheStart':
    case 'WithoutCluster':
    case 'RecordLost':
    case 'Paused':
    case 'AdoptedRollback':
    case 'AlreadyUpgraded':
    case 'SuspendedToRecord':
    case 'Blocked':
    case 'StrayJob':
    case 'Disowned':
      return null
  }
}

/** A job that is nobody's, or that the status does not tell of: one that is listed, or one that HA metadata brings back. */
const besideOthers = (round: Round): Situation | null =>
  besideNamesake(round) ?? (isAlive(round, round.observed.status.jobStatus.jobId) ? null : besideUnclaimed(round))

const othersJob = (round: Round): Situation | null => {
  const { desired: { meta }, observed: { status } } = round
  const jobId = perhapsOthers(meta, status)
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
 * Jobs that are alive under the name that this resource gives its job (its own, unless the spec says another one), and that neither its
 * status nor their ids tell to be its own. A job whose jar names it otherwise is told only once it runs (`unclaimed-jobs.ts`).
 */
const namesakes = ({ desired: { meta, wanted }, observed: { status, facts: { jobs } } }: Round): readonly JobOverview[] =>
  jobs?._tag !== 'Known' ? []
    : jobs.value.filter(({ name, state, jobId }) =>
      name === wanted?.effective.configuration['pipeline.name'] && !isTerminal(state) && jobId !== status.jobStatus.jobId
      && !isJobIdOf(meta.uid, jobId)
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
        `Job ${jobId} runs in the session cluster under the name of this resource, and the status does not tell of it: it may be what an earlier resource of that name, another operator, or somebody by hand submitted. Nothing is started beside it. Stop that job, with a savepoint where its state is needed (flink stop ${jobId}), which spec.job.initialSavepointPath with a new spec.job.savepointRedeployNonce can name; or, where it is another job, set pipeline.name in spec.flinkConfiguration`,
      ),
    )
  }
  return null
}
