import type { Facts, FactsOfOne } from '../fact/facts.ts'
import type { Query } from './query.ts'

/** The fact that a query's answer fills, in the query's slot, so that two clusters are never mixed up. */
export const factOf = (query: Query): keyof Facts => {
  const field = fieldOf(query)
  return query.slot === undefined ? field : `${field}@${query.slot}`
}

/** The facts of one slot by name, as the rules of a cluster or a job read them. */
export const factsOf = (facts: Facts, slot: string): FactsOfOne =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([field, fact]) => field.endsWith(`@${slot}`) ? [[field.slice(0, -slot.length - 1), fact]] : []),
  )

const fieldOf = (query: Query): keyof FactsOfOne => (query._tag === 'GetSavepointOperation' ? query.for : factOfTag[query._tag])

const factOfTag = {
  ReadDeployment: 'deployment',
  ReadTaskManagerDeployment: 'taskManagerDeployment',
  ListJobManagerPods: 'jobManagerPods',
  ListConfigMaps: 'configMaps',
  ListServices: 'services',
  ReadZooKeeperHaMetadata: 'zooKeeperHa',
  ReadIngress: 'ingress',
  ReadNames: 'names',
  ListLabelledObjects: 'labelledObjects',
  ReadFlinkDeployment: 'target',
  ListFlinkDeployments: 'flinkDeployments',
  ReadFlinkSessionJob: 'targetSessionJob',
  ListFlinkSessionJobs: 'flinkSessionJobs',
  ListNamingResources: 'namingResources',
  ListStateSnapshots: 'snapshots',
  ReadAutoscalerState: 'autoscalerState',
  ReadClusterCapacity: 'clusterCapacity',
  GetJobsOverview: 'jobs',
  GetCheckpoints: 'checkpoints',
  GetCheckpointConfiguration: 'checkpointConfiguration',
  GetCheckpointOperation: 'checkpointOperation',
  GetCheckpointDetails: 'checkpointDetails',
  GetJobExceptions: 'exceptions',
  GetClusterOverview: 'clusterOverview',
  GetJars: 'jars',
  GetJobMetrics: 'metrics',
  GetResourceRequirements: 'resourceRequirements',
  GetJobDetails: 'jobDetails',
  GetVertexMetrics: 'vertexMetrics',
} as const satisfies Record<Exclude<Query['_tag'], 'GetSavepointOperation'>, keyof FactsOfOne>
