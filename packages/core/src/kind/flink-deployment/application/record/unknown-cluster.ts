import { attemptAnnotation } from '../../../../contract/resource/annotations.ts'
import type { DeploymentView } from '../../../../contract/fact/object-view.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { contradictedState } from '../../../../contract/resource/last-state.ts'
import type { Operation } from '../../../../contract/resource/operation.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import { neverAvailable, surelyNeverRan } from '../../../../cluster/observe/job-manager-start.ts'
import { onceSeen } from '../../../../contract/query/ask.ts'
import { deploymentRef } from '../../../../cluster/tear-down/tear-down-step.ts'
import { act, look, pollMillis } from '../../../../contract/round/decision.ts'
import type { JobDecision, Round } from '../application-round.ts'
import { withRecord, withStatus } from '../../../../contract/round/status-change.ts'
import { isStateless } from '../../../../contract/resource/upgrade-mode.ts'

/** The attempt that created the Deployment; null: the reference operator created it. */
const attemptOf = ({ annotations }: DeploymentView): string | null => annotations[attemptAnnotation] ?? null

/**
 * Describes an existing cluster that belongs to no recorded attempt. Its status is then older than the cluster: restored from a backup, or
 * reset. The job may have newer state than everything that the status names, so the cluster is deleted only if a user asks for it (P25).
 * Null: the status knows the cluster.
 */
export const unknownCluster = (
  status: FlinkDeploymentStatus,
  facts: FlinkDeploymentFacts,
):
  | string
  | null => (facts.deployment?._tag === 'Known' && facts.deployment.source === 'live' && !facts.deployment.value.deleting
    ? unknownAttempt(status, facts) : null)

/** The same, also with facts that are not live. */
export const unknownAttempt = (
  { operation, operatorRecord: { deployedAttempt } }: FlinkDeploymentStatus,
  { deployment }: FlinkDeploymentFacts,
): string | null => {
  if (deployment?._tag !== 'Known') return null
  const attempt = attemptOf(deployment.value)
  return attempt === deployedAttempt || (attempt !== null && attempt === operation?.id) ? null
    : `Deployment ${deployment.value.name} is of ${
      attempt === null ? 'another operator' : `attempt ${attempt}`
    }, and status.operatorRecord names ${deployedAttempt === null ? 'none' : `attempt ${deployedAttempt}`}`
}

/** True if the status names an attempt, and another attempt of this operator created the Deployment. */
export const isOfOtherAttempt = (
  { operatorRecord: { deployedAttempt } }: FlinkDeploymentStatus,
  { deployment }: Pick<FlinkDeploymentFacts, 'deployment'>,
): boolean => deployedAttempt !== null && deployment?._tag === 'Known' && ![null, deployedAttempt].includes(attemptOf(deployment.value))

/** Did a user ask for this start, so that the existing cluster may be deleted? */
const isAskedFor = ({ desired: { wanted } }: Pick<Round, 'desired'>, operation: Operation): boolean =>
  operation.purpose === 'SavepointRedeploy' || operation.purpose === 'Deletion' || isStateless(wanted?.job.upgradeMode)

/** True if a cluster is up that the status does not know, and it may be deleted because a user asked for the start that is due. */
export const isUnknownClusterToGo = (round: Round): boolean => {
  const { desired: { wanted, diff }, observed: { status, facts } } = round
  const isAsked = status.operation === null || status.operation.kind === 'Unreadable'
    ? isStateless(wanted?.job.upgradeMode) || diff.type === 'SAVEPOINT_REDEPLOY' : isAskedFor(round, status.operation)
  return isAsked && unknownCluster(status, facts) !== null
}

/** Deletes the Deployment at once, guarded by its resourceVersion. Scaling it down first would destroy the proof that it never ran. */
const deleteLateDeployment = ({ desired: { meta }, observed: { status }, env }: Round, deployment: DeploymentView): JobDecision =>
  act(status, `Deployment ${deployment.name} is of an attempt that is over, and never ran: it is deleted first`, {
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
 * Drops the operation if it would delete a cluster that the status does not know. Null: it would not. A Deployment of which no container
 * was ever started has nothing to lose and is deleted, for example one of an abandoned attempt that appeared late (A19). This does not
 * apply to the first operation of a status: no earlier attempt could have been abandoned, so the status itself may be lost, and the
 * Deployment recreated (P25).
 */
export const sparingUnknownCluster = (round: Round, operation: Operation): JobDecision | null => {
  const { desired, observed: { status, facts } } = round
  const found = isAskedFor(round, operation) ? null : unknownCluster(status, facts)
  if (found === null) return null
  const mayBeLate = operation.attempt > 1
  if (mayBeLate && facts.deployment?._tag === 'Known' && surelyNeverRan(facts)) return deleteLateDeployment(round, facts.deployment.value)
  const mayBeUnstarted = mayBeLate && facts.deployment?._tag === 'Known' && neverAvailable(facts.deployment.value)
  return onceSeen(
    facts,
    mayBeUnstarted ? [clusterQueries(desired).pods] : [],
    queries => look(queries, 'did the cluster that the status does not know ever start?'),
    (): JobDecision =>
      act(withRecord(withStatus(status, { operation: null }), { lastState: contradictedState(found) }), `nothing is deleted: ${found}`),
  )
}
