import type { Resource } from '@flink-operator/core/resource'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { modeOf } from '../spec/modes.ts'
import { phaseOf } from '../state/state-row.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { versionOf } from '../status/version-slots.ts'

/** A Flink cluster of an application that may run a job, as the status records it. */
export interface RecordedCluster {
  /** The hash under which the operator queries it. */
  readonly hash: string
  /** The REST Service through which the operator queries it. */
  readonly service: string
  /** The hashes that its objects carry: two during a rescale in place. */
  readonly hashes: readonly string[]
  /** Null: the application has one version at a time. */
  readonly colour: string | null
  /** Null: nothing was submitted to it. */
  readonly jobId: string | null
  /** The state that Flink last reported; null: not observed yet. */
  readonly jobState: string | null
  /** True if a stop was requested for its job, and the job was observed to have ended. */
  readonly isJobOver: boolean
}

type Status = FlinkApplicationStatus

/** True if both versions may run: until one of them is torn down, or while the resource is being deleted. */
const mayRunBoth = ({ phase }: Status): boolean => phaseOf(phase) === 'DualRunning' || phaseOf(phase) === 'Deleting'

/**
 * The hash under which the operator queries a cluster. During a rescale in place its Deployments carry either of two hashes, and the
 * Service of the earlier hash exists all the time (section 2.8, Rescaling): both hashes are one cluster.
 */
export const placeIn = ({ operation, deployHash }: Pick<Status, 'operation' | 'deployHash'>, hash: string): string =>
  operation?.kind === 'Rescale' && hash === operation.hash ? deployHash : hash

/** The hashes of these clusters; the live one comes first. */
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

/** The job that was submitted last is the one that runs there, whether or not it was observed. */
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
  const reported = hash === deployHash ? deployVersion
    : hash === operation?.hash ? operation.version : hash === updatingHash ? updatingVersion : ''
  const colour = versionOf(status, hash)?.appVersion ?? reported
  return colour === '' ? null : colour
}

/** The clusters that may run a job of the application: one, or two during an update, a roll back or a teardown. */
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
