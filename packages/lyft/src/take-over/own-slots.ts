import { jobPropertiesAnnotation, versionLabel } from '../objects/flink-application-labels.ts'
import { jobPropertiesIn } from '../objects/job-properties.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, jobsAt } from '../observe/clusters.ts'
import type { JobSubmit } from '../status/application-operation.ts'
import { type JobDefinition, jobDefinitionOf } from '../status/job-definition.ts'
import { isAlive } from '../observe/seen-job.ts'
import { modeOf } from '../spec/modes.ts'
import { phaseOf } from '../state/state-row.ts'
import type { DeployedVersion } from '../status/application-record.ts'
import { opposite } from '../status/live-colour.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { noApplicationJob, noClusterStatus } from '../status/flink-application-status-fields.ts'
import { versionOf, withVersion } from '../status/version-slots.ts'
import { withMirroredId } from '../status-transitions.ts'

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

type Status = FlinkApplicationStatus

/**
 * BlueGreen: the slots of the live version, and in DualRunning of the second one, if the status lost them. Our record names both with their
 * jobs; without it, the only live job of the live cluster counts (P25).
 */
export const withOwnSlots = (round: ApplicationRound): Status => {
  const { status } = round.observed
  const { deployHash, deploymentMode, phase, operatorRecord: { deployed, beside } } = status
  if (modeOf(deploymentMode) === 'Dual' || deployHash === '') return status
  const jobId = deployed?.hash === deployHash ? deployed.jobId : soleJobOf(round, deployHash)
  const live = withSlotOf(round, status, { hash: deployHash, jobId })
  return phaseOf(phase) === 'DualRunning' && beside !== null ? withSlotOf(round, live, beside) : live
}

const withSlotOf = (round: ApplicationRound, status: Status, { hash, jobId }: Pick<DeployedVersion, 'hash' | 'jobId'>): Status => {
  const slot = versionOf(status, hash)
  const colour = slot?.appVersion || colourOf(round, status, hash)
  if (jobId === '' || colour === '' || (slot !== null && slot.jobStatus.jobID !== '')) return status
  const isFull = slot === null && status.versionStatuses.filter(({ versionHash }) => versionHash !== '').length > 1
  const known = isFull ? { ...status, versionStatuses: status.versionStatuses.filter(it => isKnown(status, it.versionHash)) } : status
  const named = withVersion(known, {
    appVersion: colour,
    versionHash: hash,
    clusterStatus: slot?.clusterStatus ?? noClusterStatus,
    jobStatus: { ...slot?.jobStatus ?? noApplicationJob, jobID: jobId },
  })
  return hash === status.deployHash ? withMirroredId(named, jobId) : named
}

/** The id of the only live job that the cluster lists; '': there is none, or several. */
const soleJobOf = (round: ApplicationRound, hash: string): string => {
  const jobs = jobsAt(round, hash)
  const [only, second] = jobs?._tag === 'Known' ? jobs.value.filter(isAlive) : []
  return second === undefined ? only?.jobId ?? '' : ''
}

const isKnown = ({ deployHash, operation, operatorRecord: { beside } }: Status, hash: string): boolean =>
  [deployHash, beside?.hash, operation?.hash, operation?.submit?.hash].includes(hash)

/** The colour of a version without a slot: that of its Deployment; otherwise the recorded one for the live version, else the other one. */
const colourOf = (round: ApplicationRound, { deployHash, deployVersion }: Status, hash: string): string => {
  const label = clusterOf(round, hash)?.jobManager?.labels[versionLabel] ?? ''
  return label !== '' || deployVersion === '' ? label : hash === deployHash ? deployVersion : opposite(deployVersion)
}
