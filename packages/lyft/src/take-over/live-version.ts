import { modeOf } from '../spec/modes.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { versionOf } from '../status/version-slots.ts'

/** The fields of a status that name the live version. */
export type LiveVersionFields = Pick<FlinkApplicationStatus, 'deployHash' | 'deployVersion'>

/**
 * The live version, if the status lost it or names an older one; null: the status is right. One write contains both the fields and our
 * record. The writes of Lyft's operator leave our record unchanged, and it never clears these fields. So if the two differ, and the
 * recorded job agrees with our record, our record is the newer one (P25).
 */
export const liveVersionPutBack = (status: FlinkApplicationStatus): LiveVersionFields | null => {
  const { deployHash, operatorRecord: { deployed } } = status
  if (deployed === null || deployHash === deployed.hash) return colourPutBack(status)
  const isDual = modeOf(status.deploymentMode) === 'Dual'
  const slot = versionOf(status, deployed.hash)
  const { jobID = '' } = (isDual ? status.jobStatus : slot?.jobStatus) ?? {}
  return deployHash === '' || jobID === deployed.jobId
    ? { deployHash: deployed.hash, deployVersion: isDual ? '' : slot?.appVersion ?? status.deployVersion } : colourPutBack(status)
}

/** BlueGreen: the colour of the live version is that of its slot. With another one its hash would be that of no spec. */
const colourPutBack = (status: FlinkApplicationStatus): LiveVersionFields | null => {
  const { deploymentMode, deployHash, deployVersion, operatorRecord: { attempts } } = status
  const version = modeOf(deploymentMode) === 'Dual' ? '' : versionOf(status, deployHash)?.appVersion ?? ''
  return version === '' || version === deployVersion || attempts === 0 ? null : { deployHash, deployVersion: version }
}
