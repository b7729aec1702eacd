import { contradictedState, type LastState } from '../../resource/last-state.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { startAgainMode, stateKeptIn } from '../../resource/upgrade-mode.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import { rowIds } from '../job-row.ts'
import type { DeployedJob, JobTypes, LifecycleSituation } from '../job-situation.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { ownJob } from '../seen/observe-job.ts'
import type { UpgradeAnswer } from './upgrade-answer.ts'
import { notYet } from './upgrade-job.ts'
import { withMode } from './with-mode.ts'

/** Row `failed`: the job failed, and failed jobs are restarted. */
export const failedJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): LifecycleSituation<Job> | null =>
  round.observed.status.jobStatus.state === 'FAILED' && deployed.running.options.jobRestartFailed ? restartFailed(host, round, deployed)
    : null

/** How it would be started again: in the user's mode, and where that is stateful by whatever keeps the state. */
export const restartAnswer = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): UpgradeAnswer => host.upgradeAnswer(round, deployed, withMode(deployed.running, startAgainMode(round.desired.wanted?.job.upgradeMode)))

/** From its definite last state, or HA metadata (control-flow.md, section 4.10/1). */
const restartFailed = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): LifecycleSituation<Job> => {
  const row = rowIds.failed[host.ids]
  const { status, facts } = round.observed
  // REST may tell an end a moment late; after that the job is a stray, or its end is disproved
  const job = ownJob(status, facts)
  if (job !== undefined && !isTerminal(job.state)) return blocked(row, 'Flink to show that the job has failed', null)
  const unseen = host.unseenStart(round)
  if (unseen.length > 0) return needsFacts(`${row} 5.6/c`, unseen, 'did the JobManager ever start?')
  const answer = restartAnswer(host, round, deployed)
  if (answer._tag !== 'Available') return notYet(host, round, deployed, answer)
  const lastState = stateKeptIn[answer.restoreMode] === 'HaMetadata' ? inHighAvailability(status) : lastStateOf(status, deployed)
  const from = host.restoreFrom(round, withMode(deployed.running, answer.restoreMode), lastState)
  return from._tag === 'From'
    ? {
      _tag: 'RestartFailed',
      row: `${row} ${answer.row}`,
      source: from.source,
      deployed,
      reason: `the job failed and is restarted: ${from.source.reason}`,
    }
    : blocked(row, from._tag === 'Blocked' ? from.error : from.reason, null)
}

/** What runs, or ran until it was lost, goes on from its own HA metadata. */
export const inHighAvailability = ({ jobStatus: { jobId } }: JobLifecycleStatus): LastState =>
  jobId === null ? contradictedState('status.jobStatus.jobId is gone') : { _tag: 'InHighAvailability', jobId }
