import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type Act, pollMillis, wait } from '../../contract/round/decision.ts'
import { withStatus } from '../../contract/round/status-change.ts'
import { nameConflicts, isOthersCluster, waitingForOthers } from '../observe/name-conflicts.ts'
import type { DeployHooks, DeployRound } from './deploy-hooks.ts'
import { namesInputOf, conflictingNames, namesOf } from './needed-names.ts'
import type { TearDownStep } from '../tear-down/tear-down-step.ts'

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
