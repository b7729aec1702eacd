import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { type Act, pollMillis, wait } from '../../round/decision.ts'
import { withStatus } from '../../round/status-change.ts'
import { inTheWay, isOthersCluster, waitingForOthers } from '../seen/in-the-way.ts'
import type { DeployCourse, DeployRound } from './deploy-course.ts'
import { namesInputOf, namesInTheWay, namesOf } from './needed-names.ts'
import type { TearDownStep } from '../tear-down/tear-down-step.ts'

/** By what others have, or by Flink, which takes the plan of an ended job away by itself; null: the step is taken. */
export const heldUp = (
  round: DeployRound,
  operation: DeployOperation,
  course: DeployCourse,
  step: TearDownStep,
): Act<FlinkDeploymentStatus> | null => {
  if (step._tag === 'Look' || step._tag === 'Blind') return null
  const isDue = step._tag === 'Gone' ? course.isStateThere : isStillUp(round.observed.facts) || isOthersCluster(round)
  const others = isDue ? waitForOthers(round, operation, course) : null
  // nothing of the JobManager is left: who looks at this cluster is not to ask it
  if (others !== null)
    return step._tag === 'Gone' ? { ...others, status: withStatus(others.status, { jobManagerDeploymentStatus: 'MISSING' }) } : others
  const cleanUp = step._tag === 'Do' ? course.cleanUp : 0
  return cleanUp > 0 ? wait(round.observed.status, cleanUp, 'Flink to take the plan of the ended job away') : null
}

/** Nothing of the cluster was touched yet. */
const isStillUp = ({ deployment }: ClusterFacts): boolean =>
  deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0

/**
 * What others have under the names that this attempt needs: told, left as it is, and waited for (F09, F13). What goes by itself is told
 * only once it takes too long.
 * Null: nothing that was seen stands in the way.
 */
export const waitForOthers = (
  round: DeployRound,
  operation: DeployOperation,
  course: DeployCourse,
): Act<FlinkDeploymentStatus> | null => {
  const { desired: { attempt, meta }, observed: { status }, env } = round
  if (attempt === null) return null
  const input = namesInputOf(round, attempt.target)
  const obstacles = [...namesInTheWay(round, namesOf(clusterParts(input), meta.name)), ...course.obstacles]
  if (obstacles.length === 0) return null
  const isShort = obstacles.every(({ isGoing }) => isGoing) && env.now <= operation.giveUpAt
  return {
    ...wait(
      status,
      isShort ? pollMillis : env.options.observerProgressCheckInterval,
      waitingForOthers(obstacles),
      isShort ? null : inTheWay(obstacles),
    ),
    obstacles,
  }
}
