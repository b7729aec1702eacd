import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type DeployOperation, type DeploySource, isAgain, lateArrivalLimit } from '../../contract/resource/operation.ts'
import { act, pollMillis, look, wait } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import { type DeployDecision, type DeployRound, again, type DeployHooks } from './deploy-hooks.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { allClusterObjects } from '../observe/cluster-queries.ts'
import { clear } from './clear-first.ts'
import { create } from './create-attempt.ts'

/** How the owner of the cluster records a deploy. */
export interface DeployRecord<Target> {
  /** The spec of the attempt. Null: its record is gone. */
  readonly target: Target | null
  /** The previous or the stable spec was deployed again; the recorded spec does not change. */
  readonly redeployed: (status: FlinkDeploymentStatus, isRollback: boolean) => FlinkDeploymentStatus
  readonly deployed: (status: FlinkDeploymentStatus, target: Target) => FlinkDeploymentStatus
  readonly source: DeploySource
}

/** The operator has observed every object of the attempt: it records the new spec as running (control-flow.md, section 1.3/2). */
export const finishDeploy = <Target>(
  { observed: { status } }: Pick<DeployRound, 'observed'>,
  { purpose }: DeployOperation,
  { target, redeployed, deployed, source }: DeployRecord<Target>,
): DeployDecision => {
  if (target === null) return act(withStatus(status, { operation: null }), 'the record of the attempt is gone')
  const { ClusterHealthInfo: _dropped, ...clusterInfo } = status.clusterInfo
  const before = withStatus(status, { clusterInfo })
  const recorded = purpose === 'Rollback' || isAgain(purpose) ? redeployed(before, purpose === 'Rollback') : deployed(before, target)
  return act(withRecord(recorded, { deployedSource: source }), 'every object of the attempt exists', {
    after: pollMillis,
    waitingFor: 'the JobManager to come up',
  })
}

/** Continues a deploy in progress. Live queries say what exists; the record says what is wanted. */
export const continueDeploy = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  switch (operation.step) {
    case 'TearDown':
      return clear(round, operation, hooks)
    case 'Create':
    case 'Created':
      return create(round, operation, hooks)
    case 'Abandon':
      return abandon(round, operation, hooks)
  }
}

/**
 * The operator sends nothing more of the attempt. The attempt is over once no request of it can still arrive. If its Deployment did arrive,
 * the attempt is finished like any other and then upgraded.
 */
const abandon = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision =>
  onceSeen(
    round.observed.facts,
    allClusterObjects(round.desired),
    queries => look(queries, 'did the Deployment of the abandoned attempt arrive after all?'),
    () => abandonSeen(round, operation, hooks),
  )

const abandonSeen = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { observed: { facts, status }, env } = round
  if (facts.deployment?._tag === 'Known' && facts.deployment.value.annotations[attemptAnnotation] === operation.id)
    return !hooks.isOver
      ? act(
        withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
        'the Deployment of the attempt arrived after all: the attempt is completed first',
      )
      : again(round, hooks, 'the Deployment of the attempt arrived after all: it is deleted with the resource')
  const { abandonedAt } = operation
  if (abandonedAt === null)
    return act(
      withStatus(status, { operation: { ...operation, abandonedAt: env.now } }),
      'the status has no time of the end of the attempt: it counts from now',
    )
  const over = abandonedAt + lateArrivalLimit
  // a Deployment of another attempt does not count; the next step deletes it
  if (facts.deployment?._tag === 'Unknown' && !hooks.isOver)
    return wait(status, pollMillis, 'the Kubernetes API to say whether the Deployment of the abandoned attempt arrived')
  if (env.now < over) return wait(status, Math.min(over - env.now, 10 * pollMillis), 'an abandoned attempt, which may still arrive')
  const unseen = hooks.isOver ? null : hooks.beforeGivenUp()
  if (unseen !== null) return unseen
  // the Deployment arrived, ran and was deleted, or may have: handle it as a lost cluster (P01, P14)
  return hooks.mayHaveRun ? hooks.finished()
    : act(
      withRecord(withStatus(status, { operation: null }), { deployedAttempt: null, lastState: hooks.stateBefore }),
      'the abandoned attempt never arrived',
    )
}
