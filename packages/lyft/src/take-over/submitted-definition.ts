import { jobPropertiesAnnotation } from '../objects/flink-application-labels.ts'
import { jobPropertiesIn } from '../objects/job-properties.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf } from '../observe/clusters.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { type JobDefinition, jobDefinitionOf } from '../status/job-definition.ts'

/**
 * The definition of a submitted job that Lyft's operator was observing. Lyft's operator records it only once the job runs; until then the
 * recorded one is of the earlier job (section 2.8). In a cluster of the current spec it is the spec. In another cluster that is not the
 * live one it is the definition in its Deployment.
 */
export const submittedDefinition = (round: ApplicationRound, { hash, definition }: JobSubmit): JobDefinition => {
  const { desired, observed: { status } } = round
  if (hash === status.deployHash) return definition
  if (hash === desired.hash) return jobDefinitionOf(desired.spec)
  const properties = jobPropertiesIn(clusterOf(round, hash)?.jobManager?.annotations[jobPropertiesAnnotation] ?? '')
  return properties === null ? definition : { ...properties, allowNonRestoredState: desired.spec.allowNonRestoredState }
}
