import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../../../contract/query/ask.ts'
import { cluster, person } from '../../../../contract/round/unblocked-by.ts'
import { firstMatch, type LastRow, type Row, type RowText } from '../../../../contract/round/row.ts'
import { upgradeProblem } from '../../../../job/report/job-problem.ts'
import type { UpgradeAnswer } from '../../../../job/upgrade/upgrade-answer.ts'
import { isTerminal } from '../../../../contract/resource/job-status.ts'
import type { Deployed, DeployedSpec } from '../../../../cluster/deployed-spec.ts'
import { isEndedByFlinkAlone } from '../observe/ended-by-flink.ts'
import { neverStarted } from '../../../../cluster/observe/job-manager-start.ts'
import { startAndStateSeen } from '../observe/application-ha-seen.ts'
import { isMissedForGood, ownJob } from '../../../../job/observe/observe-job.ts'
import type { Round, ApplicationJob } from '../application-round.ts'
import type { LifecycleSituation } from '../../../../job/job-situation.ts'
import { blocked, needsFacts } from '../../../../contract/round/waiting-situation.ts'
import { stopLeaves } from '../../../../contract/resource/suspend-mode.ts'

const createdAgain = person(
  'delete the data of this cluster in the high-availability service, then delete the FlinkDeployment and create it again with spec.job.initialSavepointPath',
)

const unendable =
  'The JobManager disappeared before its job had ended. The plan of that job is in high-availability metadata that only Flink can delete, and another job would run beside it. Manual restore required: delete the data of this cluster in the high-availability service, then delete the FlinkDeployment and create it again with spec.job.initialSavepointPath.'

type UnlistedRow = Row<[round: Round, deployed: Deployed], LifecycleSituation<ApplicationJob>>

/** The JobManager is gone, before its job had ended. */
const goneRows: readonly UnlistedRow[] = [
  {
    id: 'end-before-redeploy/deploy-again',
    when: 'its JobManager is gone: the same job is deployed again from its original source, and then stopped',
    holds: ({ observed: { status: { operatorRecord: { deployedSource: source } } } }, deployed) =>
      source !== null && source._tag !== 'LastState' && source._tag !== 'NoJob' && {
        _tag: 'Lost',
        row: 'end-before-redeploy/deploy-again',
        source,
        keepsJob: true,
        deployed,
        reason:
          'the JobManager disappeared before its job had ended, and only Flink can delete the plan of that job: the same job is deployed again, and then stopped',
      },
  },
  {
    id: 'end-before-redeploy/source-unknown',
    when: 'its JobManager is gone, and the source that it was deployed from is unknown: a user has to decide',
    holds: () => blocked('end-before-redeploy/source-unknown', 'a user', createdAgain, upgradeProblem('UpgradeFailed', unendable)),
  },
]

const awaited: LastRow<[], LifecycleSituation<ApplicationJob>> = {
  id: 'end-before-redeploy/jobmanager-awaited',
  when: 'its JobManager has to come up',
  holds: () =>
    blocked(
      'end-before-redeploy/jobmanager-awaited',
      'the JobManager to come up: the plan of its job is in high-availability metadata that only Flink can delete, so the job has to end before another one starts',
      cluster(
        'the JobManager comes up, so that Flink can end its job; or the JobManager lists no job for ten minutes, after which the job counts as ended',
      ),
    ),
}

/** The rows that answer for `end-before-redeploy`: the job is neither listed nor ended, and its JobManager started. */
export const endBeforeRedeployRows: readonly RowText[] = [...goneRows, awaited]

/**
 * The checks before the stop of a job whose state is not kept and whose plan only Flink can delete. Null: the job can be stopped now,
 * or has ended.
 *
 * | row | the job | then |
 * |---|---|---|
 * | – | Flink lists it, it has ended, or Flink has not listed it for ten minutes: its result is stored | it is stopped |
 * | – | its JobManager never started: nothing was stored | its Deployment is deleted, guarded by its resourceVersion |
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
  return pipe(
    startAndStateSeen(round),
    E.map(() => endUnlisted(round, deployed)),
    orLook(queries =>
      needsFacts(
        'end-before-redeploy/jobmanager-awaited, stop-without-job/jobmanager-never-started',
        queries,
        'did the JobManager ever start?',
      )
    ),
  )
}

/** Flink does not list the job, and it has not ended. */
const endUnlisted = (round: Round, deployed: Deployed): LifecycleSituation<ApplicationJob> | null => {
  if (neverStarted(round)) return null
  const isGone = round.observed.status.jobManagerDeploymentStatus === 'MISSING'
  return (isGone ? firstMatch(goneRows, round, deployed)?.found : null) ?? awaited.holds()
}

/**
 * A stateless job whose JobManager never started is not cancelled. The operator deletes its Deployment, guarded by the resourceVersion, so
 * that a job that starts meanwhile is noticed (P02, P13).
 */
export const unlessNeverStarted = (round: Round, answer: UpgradeAnswer): UpgradeAnswer =>
  answer._tag === 'Available' && stopLeaves[answer.suspend] === 'Nothing' && neverStarted(round)
    && !isTerminal(round.observed.status.jobStatus.state)
    ? { ...answer, suspend: 'NOOP', neverStarted: true, reason: `the JobManager never started; ${answer.reason}` } : answer
