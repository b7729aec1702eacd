import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import { restoreByHand } from '../report/job-problem.ts'
import { cluster } from '../../contract/round/unblocked-by.ts'
import { contradictedState, type LastState } from '../../contract/resource/last-state.ts'
import { type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import { startAgainMode, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'
import { blocked, needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { DeployedJob, JobTypes, LifecycleSituation } from '../job-situation.ts'
import { lastStateOf } from '../record/last-state-of.ts'
import { ownJob } from '../observe/observe-job.ts'
import type { UpgradeAnswer } from './upgrade-answer.ts'
import { haMetadataQuestion } from './restore-source.ts'
import { notYet, startQuestion } from './upgrade-job.ts'
import { withMode } from './upgrade-inputs.ts'

const row = 'failed'

/** Row `failed`: the job failed, and restarting failed jobs is enabled. */
export const failedJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): LifecycleSituation<Job> | null =>
  round.observed.status.jobStatus.state === 'FAILED' && deployed.running.options.jobRestartFailed ? restartFailed(host, round, deployed)
    : null

/** How the failed job would be stopped and started again: in the user's mode; for a stateful mode, by whatever keeps the state. */
export const restartAnswer = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): UpgradeAnswer => host.upgradeAnswer(round, deployed, withMode(deployed.running, startAgainMode(round.desired.wanted?.job.upgradeMode)))

/** Restarts the job from its definite last state or from HA metadata (control-flow.md, section 4.10/1). */
const restartFailed = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): LifecycleSituation<Job> => {
  const { status, facts } = round.observed
  // REST may report the end a moment late; after that the job is an orphan, or the recorded end is wrong
  const job = ownJob(status, facts)
  if (job !== undefined && !isTerminal(job.state))
    return blocked(row, 'Flink to show that the job has failed', cluster('Flink reports the job as FAILED'))
  return pipe(
    host.startSeen(round),
    E.map(() => restartSeen(host, round, deployed)),
    orLook(queries => needsFacts(`${row}, stop-without-job/jobmanager-never-started`, queries, startQuestion)),
  )
}

const restartSeen = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  deployed: DeployedJob<Job>,
): LifecycleSituation<Job> => {
  const { status } = round.observed
  const answer = restartAnswer(host, round, deployed)
  if (answer._tag !== 'Available') return notYet(host, round, deployed, answer)
  const lastState = stateKeptIn[answer.restoreMode] === 'HaMetadata' ? inHighAvailability(status) : lastStateOf(status, deployed)
  return pipe(
    host.restoreFrom(round, withMode(deployed.running, answer.restoreMode), lastState),
    E.map((from): LifecycleSituation<Job> =>
      from._tag === 'From'
        ? {
          _tag: 'RestartFailed',
          row: `${row}, ${answer.row}`,
          source: from.source,
          deployed,
          reason: `the job failed and is restarted: ${from.source.reason}`,
        }
        : from._tag === 'Wait' ? blocked(row, from.reason, from.unblockedBy)
        : blocked(row, from.error, restoreByHand)
    ),
    orLook(queries => needsFacts(row, queries, haMetadataQuestion)),
  )
}

/** The last state of a job that is restored from its own HA metadata. */
export const inHighAvailability = ({ jobStatus: { jobId } }: JobLifecycleStatus): LastState =>
  jobId === null ? contradictedState('status.jobStatus.jobId is missing') : { _tag: 'InHighAvailability', jobId }
