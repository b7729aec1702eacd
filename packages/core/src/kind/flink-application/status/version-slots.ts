import { phaseOf } from '../state/phase.ts'
import { modeOf } from '../spec/modes.ts'
import type { ApplicationJobStatus, FlinkApplicationStatus, VersionStatus } from './flink-application-status.ts'
import { noApplicationJob, noClusterStatus } from './flink-application-status-fields.ts'

type Slots = Pick<FlinkApplicationStatus, 'versionStatuses'>

/** The version of a hash; null: there is none. Never another one in its place (LD08, LD14). */
export const versionOf = ({ versionStatuses }: Slots, hash: string): VersionStatus | null =>
  hash === '' ? null : versionStatuses.find(({ versionHash }) => versionHash === hash) ?? null

const emptySlot: VersionStatus = { appVersion: '', versionHash: '', clusterStatus: noClusterStatus, jobStatus: noApplicationJob }

/** Two slots, the first ones of those that are there. */
const twoSlots = (slots: readonly VersionStatus[]): readonly VersionStatus[] => [slots[0] ?? emptySlot, slots[1] ?? emptySlot]

/**
 * Without the version of that hash: the other one moves to the front, and the second slot is empty, as Lyft's operator has it (section
 * 2.2). No version of that hash: nothing changes (LD08).
 */
export const withoutVersion = <Status extends Slots>(status: Status, hash: string): Status =>
  versionOf(status, hash) === null ? status
    : { ...status, versionStatuses: twoSlots(status.versionStatuses.filter(({ versionHash }) => versionHash !== hash)) }

/** With the version: in the slot of its hash, else in the first one that is empty. A third version has no place. */
export const withVersion = <Status extends Slots>(status: Status, version: VersionStatus): Status => {
  const slots = twoSlots(status.versionStatuses)
  const own = slots.findIndex(({ versionHash }) => versionHash === version.versionHash)
  const at = own >= 0 ? own : slots.findIndex(({ versionHash }) => versionHash === '')
  return at < 0 ? status : { ...status, versionStatuses: slots.map((slot, index) => (index === at ? version : slot)) }
}

/** The slot in which Lyft's operator keeps what it calls the latest job (section 2.2); only for what it wrote itself. */
export const latestSlot = ({ phase, deployHash }: Pick<FlinkApplicationStatus, 'phase' | 'deployHash'>): 0 | 1 => {
  const state = phaseOf(phase)
  return state === 'Running' || state === 'DeployFailed' || state === 'Savepointing' || deployHash === '' ? 0 : 1
}

/** What is recorded of the job of the version that is live: never that of the other one (LD14). */
export const liveJob = (status: FlinkApplicationStatus): ApplicationJobStatus =>
  modeOf(status.deploymentMode) === 'Dual' ? status.jobStatus
    : versionOf(status, status.deployHash)?.jobStatus ?? noApplicationJob

export interface LiveVersion {
  readonly hash: string
  readonly colour: string | null
  readonly jobId: string
}

/** The versions that run: one, or in DualRunning both. None before the first one is live. */
export const liveVersions = (status: FlinkApplicationStatus): readonly LiveVersion[] => {
  if (modeOf(status.deploymentMode) === 'Dual')
    return status.deployHash === '' ? [] : [{ hash: status.deployHash, colour: null, jobId: status.jobStatus.jobID }]
  const isDual = phaseOf(status.phase) === 'DualRunning'
  return status.versionStatuses
    .filter(({ versionHash }) => versionHash !== '' && (isDual || versionHash === status.deployHash))
    .map(({ versionHash, appVersion, jobStatus }) => ({ hash: versionHash, colour: appVersion, jobId: jobStatus.jobID }))
}
