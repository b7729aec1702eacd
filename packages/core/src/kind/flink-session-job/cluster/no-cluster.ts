import type { NoCluster } from '../session-job-situation.ts'
import type { Round } from '../session-job-round.ts'

/** Why the job cannot be observed. Null: its cluster was observed and is ready. Call this only after the cluster was queried. */
export const noCluster = ({ observed: { cluster } }: Pick<Round, 'observed'>): NoCluster | null => {
  switch (cluster._tag) {
    case 'NotLookedAt':
      return { reason: 'SessionClusterUnseen', message: 'the session cluster was not queried yet' }
    case 'Unseen':
      return { reason: 'SessionClusterUnseen', message: `the FlinkDeployment of the session cluster could not be read: ${cluster.reason}` }
    case 'Gone':
      return {
        reason: 'SessionClusterNotFound',
        message: 'the FlinkDeployment that spec.deploymentName names does not exist in the namespace of the job',
      }
    case 'There':
      return cluster.isApplication
        ? {
          reason: 'NotASessionCluster',
          message: `FlinkDeployment ${cluster.view.meta.name} is an application: it has its own job and runs no other`,
        }
        : cluster.notReady === null ? null : { reason: 'SessionClusterNotReady', message: cluster.notReady }
  }
}
