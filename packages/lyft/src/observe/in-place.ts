import type { LabelledDeployment } from '@flink-operator/core/fact'
import { hashLabel } from '../objects/flink-application-labels.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { liveJob } from '../status/version-slots.ts'
import { clusterOf, ownObjects } from './clusters.ts'
import { operationOf } from './live.ts'
import { replicasFor } from './readiness.ts'

/** The two Deployments of a cluster that is scaled in place, whichever of the two hashes they carry. Null: they do not exist. */
export interface Pair {
  readonly jobManager: LabelledDeployment
  readonly taskManager: LabelledDeployment
}

export const labelOf = ({ labels }: LabelledDeployment): string => labels[hashLabel] ?? ''

/**
 * Finds the pair by the hash labels. Lyft's operator does not record the target hash; then the hash annotation of the pod templates decides
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
