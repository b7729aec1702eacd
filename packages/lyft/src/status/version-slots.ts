import { phaseOf } from '../state/state-row.ts'
import { modeOf } from '../spec/modes.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus, VersionStatus } from './flink-application-status.ts'
import { noApplicationJob, noClusterStatus } from './flink-application-status-fields.ts'

type Slots = Pick<FlinkApplicationStatus, 'versionStatuses'>

/** The version with this hash, and never another one (LD08, LD14). Null: there is none. */
export const versionOf = ({ versionStatuses }: Slots, hash: string): VersionStatus | null =>
  hash === '' ? null : versionStatuses.find(({ versionHash }) => versionHash === hash) ?? null

const emptySlot: VersionStatus = { appVersion: '', versionHash: '', clusterStatus: noClusterStatus, jobStatus: noApplicationJob }

/** The first two slots; missing ones are empty. */
const twoSlots = (slots: readonly VersionStatus[]): readonly VersionStatus[] => [slots[0] ?? emptySlot, slots[1] ?? emptySlot]

/**
 * Removes the version with this hash. The other version moves to the front and the second slot is empty, as with Lyft's operator (section
 * 2.2). Without such a version nothing changes (LD08).
 */
export const withoutVersion = <Status extends Slots>(status: Status, hash: string): Status =>
  versionOf(status, hash) === null ? status
    : { ...status, versionStatuses: twoSlots(status.versionStatuses.filter(({ versionHash }) => versionHash !== hash)) }

/** Writes a version to the slot of its hash, otherwise to the first empty slot. A third version is not written. */
export const withVersion = <Status extends Slots>(status: Status, version: VersionStatus): Status => {
  const slots = twoSlots(status.versionStatuses)
  const own = slots.findIndex(({ versionHash }) => versionHash === version.versionHash)
  const at = own >= 0 ? own : slots.findIndex(({ versionHash }) => versionHash === '')
  return at < 0 ? status : { ...status, versionStatuses: slots.map((slot, index) => (index === at ? version : slot)) }
}

/** The slot of the "latest job" of Lyft's operator (section 2.2). Used only for statuses that Lyft's operator wrote. */
export const latestSlot = ({ phase, deployHash }: Pick<FlinkApplicationStatus, 'phase' | 'deployHash'>): 0 | 1 => {
  const state = phaseOf(phase)
  return state === 'Running' || state === 'DeployFailed' || state === 'Savepointing' || deployHash === '' ? 0 : 1
}

/** The record of the live version's job, and never of the other version's (LD14). */
export const liveJob = (status: FlinkApplicationStatus): ApplicationJobStatus =>
  modeOf(status.deploymentMode) === 'Dual' ? status.jobStatus
    : versionOf(status, status.deployHash)?.jobStatus ?? noApplicationJob

export interface LiveVersion {
  readonly hash: string
  readonly colour: string | null
  readonly jobId: string
}

/** The live versions: one, or in DualRunning both. Empty before the first version is live. */
export const liveVersions = (status: FlinkApplicationStatus): readonly LiveVersion[] => {
  if (modeOf(status.deploymentMode) === 'Dual')
    return status.deployHash === '' ? [] : [{ hash: status.deployHash, colour: null, jobId: status.jobStatus.jobID }]
  const isDual = phaseOf(status.phase) === 'DualRunning'
  return status.versionStatuses
    .filter(({ versionHash }) => versionHash !== '' && (isDual || versionHash === status.deployHash))
    .map(({ versionHash, appVersion, jobStatus }) => ({ hash: versionHash, colour: appVersion, jobId: jobStatus.jobID }))
}
