import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import { act, type Problem } from '../../contract/round/decision.ts'
import { withRecord, withStatus } from '../../contract/round/status-change.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { type DeployHooks, type DeployDecision, type DeployRound, again, isOutdated } from './deploy-hooks.ts'
import { type Creating, creating, missingParts, heldUp } from './missing-parts.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { drivenTearDown, slowDeletion, slowStep } from '../tear-down/continue-tear-down.ts'
import { tearDownStep } from '../tear-down/tear-down-step.ts'
import { withoutOwnParts } from './attempt-parts.ts'

/**
 * The old cluster is gone. The operator first creates what the JobManager's Deployment needs, still in step `TearDown`. These objects start
 * nothing, so they may be sent again under the same id however often the operator crashes. The next round queries again and sends the
 * Deployment.
 */
export const startCreating = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { observed: { status }, env } = round
  const create = (missing: readonly ClusterPart[], input: ClusterManifestInput): DeployDecision => {
    const needed = clusterParts(input).filter(part => !isDeployment(part))
    const parts = needed.filter(part => missing.includes(part))
    if (parts.length === 0) return sendDeployment(round, operation, hooks, creating(['JobManagerDeployment'], input))
    return act(status, 'the operator creates the objects that the Deployment of the attempt needs', {
      ...creating(parts, input),
      // emitted once: not by an operator that continues with the parts of another one
      events: parts.length === needed.length ? hooks.announce : [],
    })
  }
  // an object without our labels may have a name: then a create is rejected, and the next round queries its owner
  return missingParts(round, operation, hooks, { areNamesSeen: env.consecutiveFailures > 0 }, create)
}

const isDeployment = (part: ClusterPart): boolean => part === 'JobManagerDeployment' || part === 'TaskManagerDeployment'

/**
 * Sends the Deployment. From here on it may run, so the older last state is obsolete (P01). Nothing happens between the status write and
 * the Deployment, so an operator process that has time for two effects succeeds (P06).
 */
const sendDeployment = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks, sent: Creating): DeployDecision => {
  const begun = withRecord(
    withStatus(round.observed.status, { operation: { ...operation, step: 'Create' }, jobManagerDeploymentStatus: 'MISSING' }),
    { unstartedDeployment: null, attempts: Math.max(round.observed.status.operatorRecord.attempts, operation.attempt) },
  )
  const status = hooks.whenCreated(begun)
  return act(status, 'the operator creates the Deployment of the attempt', {
    ...sent,
    then: {
      status: withStatus(status, { operation: { ...operation, step: 'Created' } }),
      reason: 'the API server confirmed the Deployment of the attempt',
    },
  })
}

/**
 * Step `TearDown` of a deploy. The operator first deletes what another attempt left, and confirms that by live queries. It also deletes
 * what the new cluster must not find (P02, B24). Then it creates the objects of the new cluster. It sends the Deployment last, once those
 * objects and no others are observed. An attempt past the point of no return is finished; an edit is applied afterwards. While its progress
 * can't be observed, the operator begins nothing else either (P14).
 */
export const clear = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks): DeployDecision => {
  const { desired, observed: { facts, status }, env } = round
  const veto = completedFirst(round, operation) ?? hooks.veto()
  if (veto !== null) return veto
  const step = tearDownStep(desired, withoutOwnParts(facts, operation), env.options.resourceDeletionPropagation, 'Deploy')
  if (isOutdated(round, hooks) && !hooks.isPastPointOfNoReturn)
    return operation.abandonedAt === null
      ? again(round, hooks, 'the spec changed before the attempt was sent')
      : act(
        withStatus(status, { operation: { ...operation, step: 'Abandon', abandonedAt: env.now } }),
        'the spec changed; the operator sends nothing more of this attempt',
      )
  return hooks.leftAlone() ?? heldUp(round, operation, hooks, step) ?? drivenTearDown(env, step, {
    status,
    giveUpAt: operation.giveUpAt,
    why: 'which objects of the previous cluster still exist?',
    whenGone: () => hooks.beforeCreate() ?? startCreating(round, operation, hooks),
    problem: step._tag === 'Unobservable' ? null : stillThere(round, operation, slowStep(step)),
  })
}

/**
 * The Deployment of this very attempt runs, so it is no remainder of another one. Another writer put an older record back, or the
 * Deployment arrived late.
 */
const completedFirst = (
  { observed: { facts: { deployment }, status } }: Pick<DeployRound, 'observed'>,
  operation: DeployOperation,
): DeployDecision | null =>
  deployment?._tag === 'Known' && deployment.source === 'live' && !deployment.value.deleting
    && deployment.value.annotations[attemptAnnotation] === operation.id
    ? act(
      withStatus(status, { operation: { ...operation, step: 'Create', abandonedAt: null } }),
      'the Deployment of the attempt exists already: the attempt is completed first',
    ) : null

/** After the deadline the operator reports the delay, and continues to wait. */
export const stillThere = (
  { env }: Pick<DeployRound, 'env'>,
  { giveUpAt }: DeployOperation,
  waitingFor: string,
): Problem | null => (env.now > giveUpAt ? slowDeletion('The previous cluster', waitingFor) : null)
