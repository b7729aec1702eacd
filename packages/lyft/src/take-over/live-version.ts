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
  const { deployHash, deployVersion, operatorRecord: { deployed } } = status
  if (deployed === null) return null
  const isDual = modeOf(status.deploymentMode) === 'Dual'
  const slot = versionOf(status, deployed.hash)
  const version = isDual ? '' : slot?.appVersion ?? deployVersion
  if (deployHash === deployed.hash)
    return isDual || deployVersion !== '' || version === '' ? null : { deployHash, deployVersion: version }
  const { jobID = '' } = (isDual ? status.jobStatus : slot?.jobStatus) ?? {}
  return deployHash === '' || jobID === deployed.jobId ? { deployHash: deployed.hash, deployVersion: version } : null
}
