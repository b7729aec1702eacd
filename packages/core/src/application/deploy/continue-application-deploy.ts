import { continueDeploy as continueDeployOf } from '../../cluster/deploy/continue-deploy.ts'
import { again } from '../../cluster/deploy/attempt-outdated.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { act } from '../../round/decision.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { stateBefore } from '../../job/record/restore-source-of.ts'
import { deployCourse } from './application-deploy-course.ts'

/** A deploy that is under way: the steps of any cluster's, with what a job has to lose. */
export const continueDeploy = (round: Round, operation: DeployOperation): JobDecision =>
  // one that is deleted is given the time that its creates may take to arrive
  operation.jobId === null && round.desired.meta.deletionTimestamp === null ? withoutJobId(round, operation)
    : continueDeployOf(round, operation, deployCourse(round, operation))

/**
 * Somebody took the id of its job out of the attempt, which can't be completed without. Before anything of it was sent another one takes
 * its place. After that its job may have run: what it was left with is not known, and a person is asked (P25, P08).
 */
const withoutJobId = (round: Round, operation: DeployOperation): JobDecision => {
  const reason = 'status.operation.jobId is gone from an attempt that was under way'
  return operation.step === 'TearDown' && operation.abandonedAt === null
    ? again(round, { stateBefore: stateBefore(operation) }, reason)
    : act(withRecord(withStatus(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}
