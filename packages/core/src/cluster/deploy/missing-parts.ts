import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type Act, pollMillis, wait, look } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { nameConflicts, isOthersCluster, waitingForOthers } from '../observe/name-conflicts.ts'
import type { DeployHooks, DeployRound, DeployDecision } from './deploy-hooks.ts'
import { namesInputOf, conflictingNames, namesOf } from './names-first.ts'
import type { TearDownStep } from '../tear-down/tear-down-step.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import { manifestInput, partsThere } from './attempt-parts.ts'
import { asNewAttempt } from './new-attempt.ts'

/** Waits for foreign objects, or for Flink, which deletes the plan of an ended job itself. Null: the step may be done. */
export const heldUp = (
  round: DeployRound,
  operation: DeployOperation,
  hooks: DeployHooks,
  step: TearDownStep,
): Act<FlinkDeploymentStatus> | null => {
  if (step._tag === 'Look' || step._tag === 'Unobservable') return null
  const isDue = step._tag === 'Gone' ? hooks.isStateThere : isStillUp(round.observed.facts) || isOthersCluster(round)
  const others = isDue ? waitForOthers(round, operation, hooks) : null
  // the JobManager is gone: observers of this cluster must not query it
  if (others !== null)
    return step._tag === 'Gone' ? { ...others, status: withStatus(others.status, { jobManagerDeploymentStatus: 'MISSING' }) } : others
  const cleanUp = step._tag === 'Do' ? hooks.cleanUp : 0
  return cleanUp > 0 ? wait(round.observed.status, cleanUp, 'Flink to delete the plan of the ended job') : null
}

/** True if the operator has not changed the cluster yet. */
const isStillUp = ({ deployment }: ClusterFacts): boolean =>
  deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0

/**
 * Foreign objects that have names which this attempt needs: the operator reports them, does not change them, and waits (F09, F13). Objects
 * that are already being deleted are reported only once that takes too long. Null: no observed object blocks the attempt.
 */
export const waitForOthers = (
  round: DeployRound,
  operation: DeployOperation,
  hooks: DeployHooks,
): Act<FlinkDeploymentStatus> | null => {
  const { desired: { attempt, meta }, observed: { status }, env } = round
  if (attempt === null) return null
  const input = namesInputOf(round, attempt.target)
  const obstacles = [...conflictingNames(round, namesOf(clusterParts(input), meta.name)), ...hooks.obstacles]
  if (obstacles.length === 0) return null
  const isShort = obstacles.every(({ isGoing }) => isGoing) && env.now <= operation.giveUpAt
  return {
    ...wait(
      status,
      isShort ? pollMillis : env.options.observerProgressCheckInterval,
      waitingForOthers(obstacles),
      isShort ? null : nameConflicts(obstacles),
    ),
    obstacles,
  }
}

/** The missing objects of the attempt. `areNamesSeen`: first queries who has their names, and waits for foreign objects. */
export const missingParts = (
  round: DeployRound,
  operation: DeployOperation,
  hooks: DeployHooks,
  { areNamesSeen }: { readonly areNamesSeen: boolean },
  then: (parts: readonly ClusterPart[], input: ClusterManifestInput) => DeployDecision,
): DeployDecision => {
  const { desired: { meta }, observed: { facts, status } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return notRenderable(round, operation, hooks, input.left)
  const found = partsThere(facts, operation, meta.name)
  const parts = clusterParts(input.right).filter(part => !found.includes(part))
  if (parts.length === 0 || !areNamesSeen) return then(parts, input.right)
  return onceSeen(
    facts,
    [{ _tag: 'ReadNames', namespace: meta.namespace, objects: namesOf(parts, meta.name) }],
    queries => look(queries, 'do other objects have the names of the missing objects?'),
    () =>
      facts.names?._tag === 'Unknown'
        ? wait(
          status,
          pollMillis,
          `the Kubernetes API to say whether other objects have the names of the missing objects: ${facts.names.message}`,
        )
        : waitForOthers(round, operation, hooks) ?? then(parts, input.right),
  )
}

/**
 * Waits for an edit. If the Deployment of the attempt may still arrive, the operator uses a new attempt once the cluster can be rendered.
 */
export const notRenderable = (round: DeployRound, operation: DeployOperation, hooks: DeployHooks, message: string): DeployDecision =>
  wait(
    operation.step === 'TearDown' || round.observed.facts.deployment?._tag === 'Known'
      ? withStatus(round.observed.status, { operation: { ...operation, step: 'TearDown' } }) : asNewAttempt(round, operation, hooks),
    round.env.options.reconcileInterval,
    "an edit: the cluster can't be rendered",
    { owner: 'operation', type: 'ReconciliationException', message, reason: 'Error' },
  )

/** Creates as part of a decision. */
export type Creating = Pick<Act<FlinkDeploymentStatus>, 'effects' | 'waitingFor'>

/** Creates parts in the manifest's order. */
export const creating = (parts: readonly ClusterPart[], input: ClusterManifestInput): Creating => ({
  effects: parts.map((part): WorldAction => ({ _tag: 'CreateObject', manifest: { _tag: 'ClusterManifest', part, input } })),
  waitingFor: 'the objects to exist',
})
