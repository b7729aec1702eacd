import type { Facts } from '../fact/facts.ts'
import type { Query } from './query.ts'

/** The field of the facts that the answer to a query fills. */
export const factOf = (query: Query): keyof Facts => {
  switch (query._tag) {
    case 'GetSavepointOperation':
      return query.for
    default:
      return factOfTag[query._tag]
  }
}

const factOfTag = {
  ReadDeployment: 'deployment',
  ReadTaskManagerDeployment: 'taskManagerDeployment',
  ListJobManagerPods: 'jobManagerPods',
  ListConfigMaps: 'configMaps',
  ListServices: 'services',
  ReadIngress: 'ingress',
  ReadNames: 'names',
  ReadFlinkDeployment: 'target',
  ListFlinkDeployments: 'flinkDeployments',
  ListStateSnapshots: 'snapshots',
  GetJobsOverview: 'jobs',
  GetCheckpoints: 'checkpoints',
  GetCheckpointConfiguration: 'checkpointConfiguration',
  GetCheckpointOperation: 'checkpointOperation',
  GetCheckpointDetails: 'checkpointDetails',
  GetJobExceptions: 'exceptions',
  GetClusterOverview: 'clusterOverview',
  GetJobMetrics: 'metrics',
  GetResourceRequirements: 'resourceRequirements',
} as const satisfies Record<Exclude<Query['_tag'], 'GetSavepointOperation'>, keyof Facts>
