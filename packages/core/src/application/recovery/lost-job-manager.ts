import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import { whatAPersonCanDo } from '../../job/upgrade/upgrade-answer.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { isStateless, startAgainMode, stateKeptIn, type UpgradeMode } from '../../resource/upgrade-mode.ts'
import type { Problem } from '../../round/decision.ts'
import type { Deployed } from '../../cluster/deployed-spec.ts'
import { cancelBeforeRedeploy } from '../stop/end-first.ts'
import { inHighAvailability } from '../../job/upgrade/restart-failed.ts'
import { sourceFor } from './restore-point.ts'
import { withMode } from '../../job/upgrade/with-mode.ts'
import type { Round } from '../application-round.ts'
import { haQueries, unseenInZooKeeper } from '../seen/application-ha-seen.ts'
import type { ApplicationJob } from '../application-situation.ts'
import type { LifecycleSituation } from '../../job/job-situation.ts'
import { isTerminal } from '../../resource/job-state.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'

/** What a person can do, by what the rules make of a new restartNonce here (V07). */
const recoveryOff = ({ desired: { wanted, diff } }: Pick<Round, 'desired'>, { running }: Deployed): string => {
  const off = 'It is not brought back, for kubernetes.operator.jm-deployment-recovery.enabled is false.'
  if (isStateless(wanted?.job.upgradeMode)) return `${off} A new spec.restartNonce deploys the job again from empty state.`
  if (running.options.highAvailability === 'none')
    return `${off} Without high availability the state of the lost job is not known. ${whatAPersonCanDo}`
  const isTaken = diff.type === 'IGNORE'
    && wanted !== null && (stateKeptIn[wanted.job.upgradeMode] === 'HaMetadata' || wanted.options.jobUpgradeLastStateFallbackEnabled)
  return `${off} Set it to true, and the job is brought back from its HA metadata${
    isTaken ? '; or a new spec.restartNonce deploys it again from there' : ''
  }. Where that is gone a person has to restore the job.`
}

/**
 * What is brought back starts from empty state only where a person asked for that. An edit that waits asks for it with its own deploy,
 * which is not this one: what counts is what was asked before it.
 */
const recoveryMode = ({ desired: { wanted, diff }, observed: { status } }: Pick<Round, 'desired' | 'observed'>): UpgradeMode =>
  startAgainMode(
    isStateless(wanted?.job.upgradeMode) && diff.type !== 'IGNORE' ? status.operatorRecord.askedMode : wanted?.job.upgradeMode,
  )

/** Row L: the JobManager is lost, and its job has not ended. */
export const lostJobManager = (round: Round, deployed: Deployed): LifecycleSituation<ApplicationJob> | null => {
  const { jobManagerDeploymentStatus, jobStatus: { state } } = round.observed.status
  return jobManagerDeploymentStatus === 'MISSING' && !isTerminal(state) ? lostSituation(round, deployed) : null
}

/**
 * Rows L: the JobManager is lost (control-flow.md, section 4.10, rows 4 and 5): live absence of Deployment and pods (P05, D-12). Terminal
 * jobs are not brought back (B53).
 */
const lostSituation = (round: Round, deployed: Deployed): LifecycleSituation<ApplicationJob> => {
  const { observed: { facts, status }, desired } = round
  const problem: Problem = {
    owner: 'job-manager',
    type: 'MissingJobManagerException',
    message: 'Missing JobManager deployment',
    reason: 'Missing',
  }
  if (!deployed.running.options.jmDeploymentRecoveryEnabled)
    return blocked('L1', 'a person: recovery is off', { ...problem, message: `${problem.message}. ${recoveryOff(round, deployed)}` })
  const queries = clusterQueries(desired)
  const missing = unanswered(facts, [queries.deployment, queries.pods, ...haQueries(round)])
  if (missing.length > 0) return needsFacts('L2', missing, 'is the JobManager really gone?')
  if (facts.deployment?._tag !== 'Absent' || facts.jobManagerPods?._tag !== 'Known' || facts.configMaps?._tag !== 'Known')
    return blocked('L3', 'to see that the JobManager is gone', problem)
  const unseen = unseenInZooKeeper(round)
  if (unseen !== null) return blocked('L3', unseen, problem)
  if (facts.jobManagerPods.value.length > 0) return blocked('L4', 'the last JobManager pod to be gone', problem)
  const cancelling = isStateless(desired.wanted?.job.upgradeMode) ? cancelBeforeRedeploy(round, deployed) : null
  if (cancelling !== null) return cancelling
  const answer = sourceFor(round, withMode(deployed.running, recoveryMode(round)), inHighAvailability(status))
  switch (answer._tag) {
    // HA metadata was seen above
    case 'LookFirst':
      return needsFacts('L5', unanswered(round.observed.facts, haQueries(round)), answer.reason)
    case 'Wait':
      return blocked('L3', answer.reason, problem)
    case 'Blocked':
      return deployed.running.options.highAvailability === 'none'
        ? blocked('L7', 'a person: without high availability the state of the lost job is not known', {
          ...problem,
          message: `${problem.message}. Without high availability the state of the lost job is not known. ${whatAPersonCanDo}`,
        })
        : blocked('L8', 'a person to restore the job', upgradeProblem(answer.eventReason, answer.error))
    case 'Empty':
    case 'Path':
    case 'LastState':
      return { _tag: 'Lost', row: 'L9', source: answer, deployed, reason: 'the JobManager Deployment is lost' }
  }
}
