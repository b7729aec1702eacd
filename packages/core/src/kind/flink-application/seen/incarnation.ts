import type { Incarnation } from '../../../resource/operation.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from './clusters.ts'

/** The life of the JobManager of a cluster as seen in this round; parts that were not seen are null. */
export const incarnationOf = (round: Pick<ApplicationRound, 'desired' | 'observed'>, hash: string): Incarnation => {
  const cluster = clusterOf(round, hash)
  const pods = cluster?.pods ?? []
  // one that is about to go is still who answers, as long as there is no other
  const pod = pods.find(({ deleting }) => !deleting) ?? pods[0]
  return {
    deploymentUid: cluster?.jobManager?.uid ?? null,
    podUid: pod?.uid ?? null,
    restartCount: pod === undefined ? null : pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    jobStartTime: null,
  }
}
