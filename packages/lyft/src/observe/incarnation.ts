import type { Incarnation } from '@flink-operator/core/resource'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from './clusters.ts'

/** The JobManager instance of a cluster as observed in this round; unobserved parts are null. */
export const incarnationOf = (round: Pick<ApplicationRound, 'desired' | 'observed'>, hash: string): Incarnation => {
  const cluster = clusterOf(round, hash)
  const pods = cluster?.pods ?? []
  // a pod in deletion still answers, as long as there is no other pod
  const pod = pods.find(({ deleting }) => !deleting) ?? pods[0]
  return {
    deploymentUid: cluster?.jobManager?.uid ?? null,
    podUid: pod?.uid ?? null,
    restartCount: pod === undefined ? null : pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    jobStartTime: null,
  }
}
