import { isTerminal } from '../../resource/job-state.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { stuckSubmit } from '../deploy/stuck-submit.ts'
import type { Blocked } from '../../round/waiting-situation.ts'
import type { Round } from '../round.ts'
import type { Situation } from '../situation.ts'
import { restartFailed, unhealthyJob } from './failed-or-unhealthy.ts'
import { lostSituation } from './lost-situation.ts'

/** Row L: the JobManager is lost, and its job has not ended. */
export const lostJobManager = (round: Round, deployed: Deployed): Situation | null => {
  const { jobManagerDeploymentStatus, jobStatus: { state } } = round.observed.status
  return jobManagerDeploymentStatus === 'MISSING' && !isTerminal(state) ? lostSituation(round, deployed) : null
}

/** Row C24: the job failed, and failed jobs are restarted. */
export const failedJob = (round: Round, deployed: Deployed): Situation | null =>
  round.observed.status.jobStatus.state === 'FAILED' && deployed.running.options.jobRestartFailed ? restartFailed(round, deployed) : null

/** What brings back what is deployed, in the order of the rows of classification. Each keeps the state of the job, or asks a person. */
const recoveries = [stuckSubmit, failedJob, lostJobManager, unhealthyJob] as const

/**
 * An edit waits, and what is deployed is lost, has failed or is unhealthy. It is brought back as it is deployed: the edit may wait for just
 * that (control-flow.md, sections 4.4/2a and 4.10; V02). Null: there is nothing to bring back.
 */
export const besideWaitingEdit = (round: Round, deployed: Deployed, waiting: Pick<Blocked, 'problem' | 'reason'>): Situation | null => {
  for (const recovery of recoveries) {
    const situation = recovery(round, deployed)
    if (situation === null) continue
    if (situation._tag === 'NeedsFacts') return situation
    // it waits as well: of the two, people are told the one that says what they can do
    if (situation._tag === 'Blocked') return waiting.problem === null && situation.problem !== null ? situation : null
    return { ...situation, reason: `${situation.reason}, while the edit waits: ${waiting.reason}` }
  }
  return null
}
