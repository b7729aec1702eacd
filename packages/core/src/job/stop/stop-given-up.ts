import type { ReconciliationState } from '../../resource/job-lifecycle-status.ts'
import { whatAPersonCanDo } from '../upgrade/upgrade-answer.ts'
import { act, type Decision, type Problem, wait } from '../../round/decision.ts'
import type { JobRound } from '../job-round.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { withLifecycle, withReconciliation, withRecord } from '../../round/status-change.ts'

/** The stop comes to nothing: how the job is stopped is decided anew. */
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

/** A cancel that did not come off leaves the job as deployed as it was. */
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

/** What was known of the job's state is lost: nothing else is begun until a person says what it goes on from. */
export const requireManualAction = <Status extends JobLifecycleStatus>(
  { observed, env }: JobRound<Status>,
  message: string,
): Decision<Status> =>
  wait(
    observed.status,
    env.options.reconcileInterval,
    'a person: stateless upgrade mode, or a savepointRedeployNonce with the path of a savepoint or checkpoint',
    savepointProblem(`${message} ${whatAPersonCanDo}`),
  )
