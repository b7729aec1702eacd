import type { Resource } from '../../../resource/resource.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { modeOf } from '../spec/modes.ts'
import { phaseOf } from '../state/phase.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { versionOf } from '../status/version-slots.ts'

/** A Flink cluster of an application that may run a job, as the status records it. */
export interface RecordedCluster {
  /** The hash under which it is asked. */
  readonly hash: string
  /** The Service where it is asked. */
  readonly service: string
  /** The hashes that its objects carry: two while it is scaled in place. */
  readonly hashes: readonly string[]
  /** Null: the application has one version at a time. */
  readonly colour: string | null
  /** Null: nothing was submitted to it. */
  readonly jobId: string | null
  /** As Flink last told it; null: nobody saw it yet. */
  readonly jobState: string | null
  /** Its job was told to end, and was seen to. */
  readonly isJobOver: boolean
}

type Status = FlinkApplicationStatus

/** Both versions run as long as one of them is not torn down, and all that is there is about to go with the resource. */
const mayRunBoth = ({ phase }: Status): boolean => phaseOf(phase) === 'DualRunning' || phaseOf(phase) === 'Deleting'

/**
 * The hash under which a cluster is asked. While it is scaled in place its Deployments carry the one label or the other, and the Service
 * of the hash before is there all the time (section 2.8, Rescaling): both hashes are one cluster.
 */
export const placeIn = ({ operation, deployHash }: Pick<Status, 'operation' | 'deployHash'>, hash: string): string =>
  operation?.kind === 'Rescale' && hash === operation.hash ? deployHash : hash

/** The live one first. */
const hashesOf = (status: Status): readonly string[] => {
  const { operation, deployHash, updatingHash, versionStatuses } = status
  const worked = operation === null ? [updatingHash] : [
    operation.hash,
    operation.stop?.hash ?? '',
    operation.submit?.hash ?? '',
  ]
  const slots = mayRunBoth(status) ? versionStatuses.map(({ versionHash }) => versionHash) : []
  return [...new Set([deployHash, ...slots, ...worked].map(hash => placeIn(status, hash)))].filter(hash => hash !== '')
}

const recordedJob = (status: Status, hash: string): ApplicationJobStatus | null =>
  modeOf(status.deploymentMode) === 'Dual' ? (hash === status.deployHash ? status.jobStatus : null)
    : versionOf(status, hash)?.jobStatus ?? null

/** What was sent last is what runs there, whether or not it was seen. */
const jobOf = (status: Status, hash: string): Pick<RecordedCluster, 'jobId' | 'jobState' | 'isJobOver'> => {
  const recorded = recordedJob(status, hash)
  const { submit = null, stop = null } = status.operation ?? {}
  const sent = submit !== null && placeIn(status, submit.hash) === hash && submit.sentAt !== null ? submit.jobId : null
  const jobId = sent ?? recorded?.jobID ?? ''
  const state = recorded?.jobID === jobId ? recorded.state : ''
  return {
    jobId: jobId === '' ? null : jobId,
    jobState: state === '' ? null : state,
    isJobOver: stop !== null && placeIn(status, stop.hash) === hash && stop.jobId === jobId && stop.endedAt !== null,
  }
}

const colourOf = (status: Status, hash: string): string | null => {
  const { deploymentMode, deployHash, deployVersion, updatingHash, updatingVersion, operation } = status
  if (modeOf(deploymentMode) === 'Dual') return null
  const told = hash === deployHash ? deployVersion
    : hash === operation?.hash ? operation.version : hash === updatingHash ? updatingVersion : ''
  const colour = versionOf(status, hash)?.appVersion ?? told
  return colour === '' ? null : colour
}

/** The clusters that may run a job of the application: one, and two while an update, a roll back or a teardown is under way. */
export const recordedClusters = (
  { meta: { name }, status }: Pick<Resource<unknown, Status>, 'meta' | 'status'>,
): readonly RecordedCluster[] =>
  hashesOf(status).map(hash => ({
    hash,
    service: versionedServiceName(name, hash),
    hashes: status.operation?.kind === 'Rescale' && hash === status.deployHash ? [hash, status.operation.hash] : [hash],
    colour: colourOf(status, hash),
    ...jobOf(status, hash),
  }))
