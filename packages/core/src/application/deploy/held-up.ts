import type { FlinkDeploymentFacts } from '../../fact/flink-deployment-facts.ts'
import { clusterParts } from '../../cluster/manifest/cluster-parts.ts'
import { haMetadataOf } from '../../cluster/high-availability/ha-metadata.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { pollMillis, wait } from '../../round/decision.ts'
import { untilCleanedUp } from '../seen/ended-by-flink.ts'
import { inTheWay, isOthersCluster, waitingForOthers } from '../../cluster/seen/in-the-way.ts'
import { namesInputOf, namesOf, obstaclesTo } from './obstacles.ts'
import type { JobDecision, Round } from '../round.ts'
import type { TearDownStep } from '../../cluster/tear-down/tear-down-step.ts'

/** By what others have, or by Flink, which takes the plan of an ended job away by itself; null: the step is taken. */
export const heldUp = (round: Round, operation: DeployOperation, step: TearDownStep): JobDecision | null => {
  if (step._tag === 'Look' || step._tag === 'Blind') return null
  const others = step._tag === 'Gone' ? waitForOthersWith(round, operation)
    : isStillUp(round.observed.facts) || isOthersCluster(round) ? waitForOthers(round, operation) : null
  if (others !== null) return others
  const cleanUp = step._tag === 'Do' ? untilCleanedUp(round) : 0
  return cleanUp > 0 ? wait(round.observed.status, cleanUp, 'Flink to take the plan of the ended job away') : null
}

/** Nothing of the cluster was touched yet. */
const isStillUp = ({ deployment }: FlinkDeploymentFacts): boolean =>
  deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.wantedReplicas > 0

/**
 * What others have under the names that this attempt needs: told, left as it is, and waited for (F09, F13). What goes by itself is told
 * only once it takes too long.
 * Null: nothing that was seen stands in the way.
 */
export const waitForOthers = (round: Round, operation: DeployOperation, status = round.observed.status): JobDecision | null => {
  const { desired: { attempt, meta }, env } = round
  if (attempt === null) return null
  const input = namesInputOf(round, attempt.target)
  const obstacles = obstaclesTo(round, namesOf(clusterParts(input), meta.name), input)
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

/** Where the state to go on from is not there, that is the news. */
const waitForOthersWith = (round: Round, operation: DeployOperation): JobDecision | null => {
  const { desired: { meta }, observed: { facts } } = round
  return operation.source._tag === 'LastState' && haMetadataOf(facts.configMaps, meta.name, operation.jobId) !== 'Available' ? null
    : waitForOthers(round, operation)
}
