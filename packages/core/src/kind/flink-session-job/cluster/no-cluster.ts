import type { NoCluster } from '../session-job-situation.ts'
import type { Round } from '../session-job-round.ts'

/** Why the job can't be looked at; null: its cluster was seen, and is ready. Not before it was looked at. */
export const noCluster = ({ observed: { cluster } }: Pick<Round, 'observed'>): NoCluster | null => {
  switch (cluster._tag) {
    case 'NotLookedAt':
      return { reason: 'SessionClusterUnseen', message: 'the session cluster was not looked at' }
    case 'Unseen':
      return { reason: 'SessionClusterUnseen', message: `the FlinkDeployment of the session cluster could not be read: ${cluster.reason}` }
    case 'Gone':
      return {
        reason: 'SessionClusterNotFound',
        message: 'there is no FlinkDeployment of the name that spec.deploymentName says, in the namespace of the job',
      }
    case 'There':
      return cluster.isApplication
        ? {
          reason: 'NotASessionCluster',
          message: `FlinkDeployment ${cluster.view.meta.name} is an application: it has a job of its own, and runs no other`,
        }
        : cluster.notReady === null ? null : { reason: 'SessionClusterNotReady', message: cluster.notReady }
  }
}
