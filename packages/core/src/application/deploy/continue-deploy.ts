import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { haMetadataOf } from '../../cluster/high-availability/ha-metadata.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { stateBefore } from './begin-deploy.ts'
import { allClusterObjects } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, pollMillis, wait } from '../../round/decision.ts'
import { finishDeploy } from './finish-deploy.ts'
import { lateArrivalLimit } from '../../resource/operation.ts'
import type { JobDecision, Round } from '../round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { again } from './attempt-outdated.ts'
import { clear } from './clear-first.ts'
import { create } from './create-attempt.ts'

/** A deploy that is under way. What is there is told by live looks; what is to be is told by the record. */
export const continueDeploy = (round: Round, operation: DeployOperation): JobDecision => {
  // one that is deleted is given the time that its creates may take to arrive
  if (operation.jobId === null && round.desired.meta.deletionTimestamp === null) return withoutJobId(round, operation)
  switch (operation.step) {
    case 'TearDown':
      return clear(round, operation)
    case 'Create':
    case 'Created':
      return create(round, operation)
    case 'Abandon':
      return abandon(round, operation)
  }
}

/**
 * Somebody took the id of its job out of the attempt, which can't be completed without. Before anything of it was sent another one takes
 * its place. After that its job may have run: what it was left with is not known, and a person is asked (P25, P08).
 */
const withoutJobId = (round: Round, operation: DeployOperation): JobDecision => {
  const reason = 'status.operation.jobId is gone from an attempt that was under way'
  return operation.step === 'TearDown' && operation.abandonedAt === null ? again(round, operation, reason)
    : act(withRecord(withStatus(round.observed.status, { operation: null }), { lastState: contradictedState(reason) }), reason)
}

/**
 * Nothing is sent any more; once nothing can arrive any more, the attempt is over. If it arrived, it is finished like any other and then
 * upgraded.
 */
const abandon = (round: Round, operation: DeployOperation): JobDecision => {
  const { desired, observed: { facts, status }, env } = round
  const missing = unanswered(facts, allClusterObjects(desired))
  if (missing.length > 0) return look(missing, 'did the abandoned attempt arrive after all?')
  if (facts.deployment?._tag === 'Known' && facts.deployment.value.annotations[attemptAnnotation] === operation.id)
    return desired.meta.deletionTimestamp === null
      ? act(
        withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
        'the attempt arrived after all: it is completed first',
      )
      : again(round, operation, 'the attempt arrived after all: it goes with the resource')
  const over = (operation.abandonedAt ?? env.now) + lateArrivalLimit
  // a Deployment of somebody else is not the attempt: it is taken away by what comes next
  if (facts.deployment?._tag === 'Unknown' && desired.meta.deletionTimestamp === null)
    return wait(status, pollMillis, 'to see that the abandoned attempt did not arrive')
  if (env.now < over) return wait(status, Math.min(over - env.now, 10 * pollMillis), 'an abandoned attempt, which may still arrive')
  // its job has left HA metadata: it arrived, ran and was taken away by somebody, so it is lost like any other (P01)
  const hasRun = haMetadataOf(facts.configMaps, desired.meta.name, operation.jobId) === 'Available' && operation.source._tag !== 'LastState'
  return hasRun ? finishDeploy(round, operation)
    : act(
      withRecord(withStatus(status, { operation: null }), { deployedAttempt: null, lastState: stateBefore(operation) }),
      'the abandoned attempt never arrived',
    )
}
