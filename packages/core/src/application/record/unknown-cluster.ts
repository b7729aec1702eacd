import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { contradictedState } from '../../resource/last-state.ts'
import type { Operation } from '../../resource/operation.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { neverAvailable, surelyNeverRan } from '../../cluster/seen/job-manager-start.ts'
import { unanswered } from '../../query/unanswered.ts'
import { deploymentRef } from '../../cluster/tear-down/tear-down-step.ts'
import { act, look, pollMillis } from '../../round/decision.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'
import { isStateless } from '../../resource/upgrade-mode.ts'

/** The attempt that made the Deployment; null: the reference operator did. */
const attemptOf = ({ annotations }: DeploymentView): string | null => annotations[attemptAnnotation] ?? null

/**
 * Does the status not know of the cluster that is there? It is of no attempt that is recorded, so the status is older than it: put back
 * from a backup, or reset. Its job may have come further than anything that the status names; it is taken away only if a person says so
 * (P25).
 */
export const unknownCluster = (
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
):
  | string
  | null => (facts.deployment?._tag === 'Known' && facts.deployment.source === 'live' && !facts.deployment.value.deleting
    ? unknownAttempt(status, facts) : null)

/** The same by whatever was seen. */
export const unknownAttempt = (
  { operation, operatorRecord: { deployedAttempt } }: FlinkDeploymentStatus,
  { deployment }: FlinkDeploymentFacts,
): string | null => {
  if (deployment?._tag !== 'Known') return null
  const attempt = attemptOf(deployment.value)
  return attempt === deployedAttempt || (attempt !== null && attempt === operation?.id) ? null
    : `Deployment ${deployment.value.name} is of ${
      attempt === null ? 'another operator' : `attempt ${attempt}`
    }, and status.operatorRecord tells of ${deployedAttempt === null ? 'none' : `attempt ${deployedAttempt}`}`
}

/** Did a person ask for just this start, so that what is there may go? */
const isAskedFor = ({ desired: { wanted } }: Pick<Round, 'desired'>, operation: Operation): boolean =>
  operation.purpose === 'SavepointRedeploy' || operation.purpose === 'Deletion' || isStateless(wanted?.job.upgradeMode)

/** Is a cluster up that the status does not know of, and may it go, because a person asked for just the start that is due? */
export const isUnknownClusterToGo = (round: Round): boolean => {
  const { desired: { wanted, diff }, observed: { status, facts } } = round
  const isAsked = status.operation === null || status.operation.kind === 'Unreadable'
    ? isStateless(wanted?.job.upgradeMode) || diff.type === 'SAVEPOINT_REDEPLOY' : isAskedFor(round, status.operation)
  return isAsked && unknownCluster(status, facts) !== null
}

/** It goes as it was seen, at once: scaled down first, it would tell no more that it never ran. */
const takeAway = ({ desired: { meta }, observed: { status }, env }: Round, deployment: DeploymentView): JobDecision =>
  act(status, `Deployment ${deployment.name} is of an attempt that is over, and never ran: it goes first`, {
    effects: [{
      _tag: 'DeleteObject',
      target: deploymentRef(meta, deployment),
      resourceVersion: deployment.resourceVersion,
      propagation: env.options.resourceDeletionPropagation,
      why: 'no container of it was ever started',
    }],
    after: pollMillis,
  })

/**
 * The operation is dropped where it would take away a cluster that the status does not know of; null: it would not. One of which no
 * container was ever started, as that of an attempt that arrived after it was let go (A19), has nothing to lose. The first operation of a
 * status comes after none that could have been let go: there the status itself may be lost, and the Deployment made anew (P25).
 */
export const sparingUnknownCluster = (round: Round, operation: Operation): JobDecision | null => {
  const { desired, observed: { status, facts } } = round
  const found = isAskedFor(round, operation) ? null : unknownCluster(status, facts)
  if (found === null) return null
  const mayBeLate = operation.attempt > 1
  if (mayBeLate && facts.deployment?._tag === 'Known' && surelyNeverRan(facts)) return takeAway(round, facts.deployment.value)
  const missing = mayBeLate && facts.deployment?._tag === 'Known' && neverAvailable(facts.deployment.value)
    ? unanswered(facts, [clusterQueries(desired).pods]) : []
  return missing.length > 0 ? look(missing, 'did the cluster that the status does not know of ever start?')
    : act(withRecord(withStatus(status, { operation: null }), { lastState: contradictedState(found) }), `nothing is taken away: ${found}`)
}
