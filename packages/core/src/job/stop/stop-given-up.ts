import type { ReconciliationState } from '../../contract/resource/job-lifecycle-status.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { act, type Decision, type Problem, wait } from '../../contract/round/decision.ts'
import type { JobRound } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-lifecycle-status.ts'
import { withLifecycle, withReconciliation, withRecord } from '../../contract/round/status-change.ts'

/** Gives the stop up: the operator decides again how to stop the job. */
export const dropped = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  reason: string,
  problem: Problem | null = null,
  retryAfter = 0,
): Decision<Status> =>
  act(
    withRecord(withReconciliation(withLifecycle(round.observed.status, { operation: null }), { state: stateWithout(round) }), {
      retryAt: retryAfter === 0 ? null : round.env.now + retryAfter,
    }),
    reason,
    { problem },
  )

/** The reconciliation state after a stop that was given up: the job counts as deployed again. */
const stateWithout = (
  { desired: { deployed }, observed: { status: { reconciliationStatus: { state } } } }: Pick<JobRound, 'desired' | 'observed'>,
): ReconciliationState =>
  state === 'UPGRADING' && deployed._tag === 'Deployed' && deployed.reconciled.job.state === 'running' ? 'DEPLOYED' : state

export const savepointProblem = (message: string): Problem => ({
  owner: 'operation',
  type: 'UpgradeFailureException',
  message,
  reason: 'SavepointError',
})

export const hasHighAvailability = ({ desired: { deployed } }: Pick<JobRound, 'desired'>): boolean =>
  deployed._tag === 'Deployed' && deployed.running.options.highAvailability !== 'none'

/** The job's state is unknown: the operator begins nothing else until the user says what to restore from. */
export const requireManualAction = <Status extends JobLifecycleStatus>(
  { observed, env }: JobRound<Status>,
  message: string,
): Decision<Status> =>
  wait(
    observed.status,
    env.options.reconcileInterval,
    'the user: upgradeMode stateless, or a savepointRedeployNonce with the path of a savepoint or checkpoint',
    savepointProblem(`${message} ${whatAPersonCanDo}`),
  )
