import { continueDeploy as continueDeployOf } from '../../../../cluster/deploy/continue-deploy.ts'
import { again } from '../../../../cluster/deploy/attempt-outdated.ts'
import { contradictedState } from '../../../../contract/resource/last-state.ts'
import type { DeployOperation } from '../../../../contract/resource/operation.ts'
import { act } from '../../../../contract/round/decision.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import { stateBefore } from '../../../../job/record/restore-source-of.ts'
import { deployHooks } from './application-deploy-hooks.ts'

/** Continues a deploy in progress: the steps of every cluster, with the checks that protect the state of the job. */
export const continueDeploy = (round: Round, operation: DeployOperation): JobDecision =>
  // a resource that is being deleted waits as long as its create requests may take effect
  operation.jobId === null && round.desired.meta.deletionTimestamp === null ? withoutJobId(round, operation)
    : continueDeployOf(round, operation, deployHooks(round, operation))

/**
 * Another party removed the job id from the attempt, which cannot complete without it. If nothing was sent yet, a new attempt replaces it.
 * Otherwise its job may have run: its last state is unknown, and a user has to decide (P25, P08).
 */
const withoutJobId = (round: Round, operation: DeployOperation): JobDecision => {
  const reason = 'status.operation.jobId is missing from an attempt in progress'
  return operation.step === 'TearDown' && operation.abandonedAt === null
    ? again(round, { stateBefore: stateBefore(operation) }, reason)
    : act(withRecord(withStatus(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}
