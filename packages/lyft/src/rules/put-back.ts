import { hashLabel } from '../objects/flink-application-labels.ts'
import { outcome, type Outcome, waiting } from '../outcome.ts'
import { patchRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { labelOf, pairOf, replicasBefore } from '../observe/in-place.ts'
import { asDeployment } from '../observe/effect-target.ts'

/**
 * True if labels and replicas are as before the rescale (LD17a, LD17b). False if the Deployments do not exist or the query for them failed.
 */
export const isAsBefore = (round: ApplicationRound): boolean => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  return pair !== null && labelOf(pair.jobManager) === deployHash && labelOf(pair.taskManager) === deployHash
    && pair.taskManager.wantedReplicas === replicasBefore(round)
}

/** Restores labels and replicas, one object per round; the TaskManagers come first. */
export const putBack = (round: ApplicationRound): Outcome => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  if (pair === null) return waiting(round, 'the Deployments of the live hash to be observed')
  const metadata = { labels: { [hashLabel]: deployHash } }
  const replicas = replicasBefore(round)
  const isTaskManager = labelOf(pair.taskManager) !== deployHash || pair.taskManager.wantedReplicas !== replicas
  return outcome(round, {
    effects: isTaskManager
      ? patchRequest(round, asDeployment(pair.taskManager), { metadata, spec: { replicas } }, 'the rescale is reverted')
      : patchRequest(round, asDeployment(pair.jobManager), { metadata }, 'the rescale is reverted'),
    error: round.observed.status.lastSeenError,
    after: 0,
  })
}
