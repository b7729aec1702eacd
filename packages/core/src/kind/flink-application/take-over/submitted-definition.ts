import { jobPropertiesAnnotation } from '../objects/flink-application-labels.ts'
import { jobPropertiesIn } from '../objects/job-properties.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from '../seen/clusters.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { type JobDefinition, jobDefinitionOf } from '../status/job-definition.ts'

/**
 * What a job was submitted with that Lyft's operator was watching: it records that only once the job is up, and until then what is recorded
 * is of the job before (section 2.8). A cluster of the spec: the spec; another one that is not the live one: what its Deployment says.
 */
export const submittedDefinition = (round: ApplicationRound, { hash, definition }: JobSubmit): JobDefinition => {
  const { desired, observed: { status } } = round
  if (hash === status.deployHash) return definition
  if (hash === desired.hash) return jobDefinitionOf(desired.spec)
  const properties = jobPropertiesIn(clusterOf(round, hash)?.jobManager?.annotations[jobPropertiesAnnotation] ?? '')
  return properties === null ? definition : { ...properties, allowNonRestoredState: desired.spec.allowNonRestoredState }
}
