import type { JobFacts } from '@flink-operator/core/fact'

/**
 * Did live queries observe all resources of the namespace that may name a path? Without the CRD of session jobs there are no such
 * resources.
 */
export const areNamingSeen = (
  { flinkDeployments, flinkSessionJobs, namingResources }: Pick<JobFacts, 'flinkDeployments' | 'flinkSessionJobs' | 'namingResources'>,
): boolean =>
  flinkDeployments?._tag === 'Known' && flinkDeployments.source === 'live'
  && namingResources?._tag === 'Known' && namingResources.source === 'live'
  && flinkSessionJobs !== undefined && flinkSessionJobs._tag !== 'Unknown' && flinkSessionJobs.source === 'live'
