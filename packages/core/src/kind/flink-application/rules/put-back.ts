import { hashLabel } from '../objects/flink-application-labels.ts'
import { outcome, type Outcome, waiting } from '../outcome.ts'
import { patchRequest } from '../flink-application-requests.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { labelOf, pairOf, replicasBefore } from '../seen/in-place.ts'
import { asDeployment } from '../seen/effect-target.ts'

/** Are labels and replicas as before the rescale (LD17a, LD17b)? What is not there, or not seen, is not. */
export const isAsBefore = (round: ApplicationRound): boolean => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  return pair !== null && labelOf(pair.jobManager) === deployHash && labelOf(pair.taskManager) === deployHash
    && pair.taskManager.wantedReplicas === replicasBefore(round)
}

/** One object at a time, the TaskManagers first. */
export const putBack = (round: ApplicationRound): Outcome => {
  const pair = pairOf(round)
  const { deployHash } = round.observed.status
  if (pair === null) return waiting(round, 'the Deployments of the live hash to be seen')
  const metadata = { labels: { [hashLabel]: deployHash } }
  const replicas = replicasBefore(round)
  const isTaskManager = labelOf(pair.taskManager) !== deployHash || pair.taskManager.wantedReplicas !== replicas
  return outcome(round, {
    effects: isTaskManager
      ? patchRequest(round, asDeployment(pair.taskManager), { metadata, spec: { replicas } }, 'the rescale is taken back')
      : patchRequest(round, asDeployment(pair.jobManager), { metadata }, 'the rescale is taken back'),
    error: round.observed.status.lastSeenError,
    after: 0,
  })
}
