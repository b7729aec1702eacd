import { upgradeProblem } from '../../job/told/upgrade-problem.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import { isEndedByFlinkAlone } from '../seen/ended-by-flink.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
import { unseenStartAndState } from '../seen/unseen-start.ts'
import { isMissedForGood, ownJob } from '../../job/seen/observe-job.ts'
import type { Round } from '../application-round.ts'
import type { ApplicationJob } from '../application-situation.ts'
import type { LifecycleSituation } from '../../job/job-situation.ts'
import { blocked, needsFacts } from '../../round/waiting-situation.ts'
import { stopLeaves } from '../../resource/suspend-mode.ts'

/**
 * Rows Z: before a job is stopped whose state is not kept, and whose plan only Flink can take away. Null: it can be stopped now, or has
 * ended.
 *
 * | row | the job | then |
 * |---|---|---|
 * | – | is listed, has ended, or is missed for ten minutes: its result is stored | it is stopped |
 * | – | its JobManager never started: nothing was stored | its Deployment goes, as it was seen |
 * | Z1 | its JobManager is gone | the same job is put up again, from where it was deployed, and is stopped then |
 * | Z2 | it is not known what it was deployed from | a person |
 * | Z3 | else | its JobManager has to come up |
 */
export const cancelBeforeRedeploy = (round: Round, deployed: DeployedSpec): LifecycleSituation<ApplicationJob> | null => {
  const { observed: { status, facts }, env } = round
  const { state } = status.jobStatus
  if (
    deployed._tag !== 'Deployed' || !isEndedByFlinkAlone({ ...round.desired, deployed }, env)
    || deployed.reconciled.job.state === 'suspended'
    || isTerminal(state)
  )
    return null
  if (ownJob(status, facts) !== undefined || isMissedForGood(status, env.now)) return null
  const unseen = unseenStartAndState(round)
  if (unseen.length > 0) return needsFacts('Z3 5.6/c', unseen, 'did the JobManager ever start?')
  if (neverStarted(round)) return null
  if (status.jobManagerDeploymentStatus !== 'MISSING')
    return blocked(
      'Z3',
      'the JobManager to come up: the plan of its job is in high-availability metadata that only Flink can take away, so the job is ended before another one is started',
      null,
    )
  const source = status.operatorRecord.deployedSource
  return source === null || source._tag === 'LastState' || source._tag === 'NoJob'
    ? blocked('Z2', 'a person', upgradeProblem('UpgradeFailed', unendable))
    : {
      _tag: 'Lost',
      row: 'Z1',
      source,
      keepsJob: true,
      deployed,
      reason:
        'the JobManager is gone before its job was ended, whose plan only Flink can take away: the same job is put up again, and then stopped',
    }
}

const unendable =
  'The JobManager is gone before its job was ended. The plan of that job is in high-availability metadata that only Flink can take away, and another job would run beside it. Manual restore required: take away what the high-availability service holds of this cluster, then delete the FlinkDeployment and create it anew with spec.job.initialSavepointPath.'

/**
 * A stateless job whose JobManager never started is not cancelled: its Deployment goes only as it was seen, so that a job that begins
 * meanwhile is noticed (P02, P13).
 */
export const unlessNeverStarted = (round: Round, answer: UpgradeAnswer): UpgradeAnswer =>
  answer._tag === 'Available' && stopLeaves[answer.suspend] === 'Nothing' && neverStarted(round)
    && !isTerminal(round.observed.status.jobStatus.state)
    ? { ...answer, suspend: 'NOOP', neverStarted: true, reason: `the JobManager never started; ${answer.reason}` } : answer
