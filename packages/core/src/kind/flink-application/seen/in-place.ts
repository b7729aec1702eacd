import type { LabelledDeployment } from '../../../fact/labelled-objects.ts'
import { hashLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveJob } from '../status/version-slots.ts'
import { clusterOf, ownObjects } from './clusters.ts'
import { operationOf } from './live.ts'
import { replicasFor } from './readiness.ts'

/** The two Deployments of a cluster that is scaled in place, by whichever of the two hashes they carry; null: they are not there. */
export interface Pair {
  readonly jobManager: LabelledDeployment
  readonly taskManager: LabelledDeployment
}

export const labelOf = ({ labels }: LabelledDeployment): string => labels[hashLabel] ?? ''

/**
 * By the labels; where nobody recorded towards which hash it went, as Lyft's operator does not, by the hash that the pods were made with
 * (LD17a).
 */
export const pairOf = (round: ApplicationRound): Pair | null => {
  const { status: { deployHash } } = round.observed
  const cluster = clusterOf(round, deployHash)
  if (cluster !== null && cluster.jobManager !== null && cluster.taskManager !== null)
    return { jobManager: cluster.jobManager, taskManager: cluster.taskManager }
  if (operationOf(round)?.hash !== '') return null
  const made = (ownObjects(round)?.deployments ?? []).filter(({ podAnnotations, deleting }) =>
    !deleting && podAnnotations[hashLabel] === deployHash
  )
  const jobManager = made.find(({ labels }) => labels['flink-deployment-type'] === 'jobmanager')
  const taskManager = made.find(({ labels }) => labels['flink-deployment-type'] === 'taskmanager')
  return jobManager === undefined || taskManager === undefined ? null : { jobManager, taskManager }
}

export const replicasBefore = (round: ApplicationRound): number =>
  operationOf(round)?.replicasBefore ?? replicasFor(round, liveJob(round.observed.status).parallelism)
