import { modeOf } from '../spec/modes.ts'
import type { FlinkApplicationStatus } from '../status/flink-application-status.ts'
import { versionOf } from '../status/version-slots.ts'

/** Which version a status says to be live. */
export type LiveVersionFields = Pick<FlinkApplicationStatus, 'deployHash' | 'deployVersion'>

/**
 * Which version is live, where somebody took that away or put an older one back; null: the status says it. Both are written in one write
 * with our record of it, and Lyft's operator, whose writes leave no record of ours, never clears it: where the two differ, and what is
 * recorded of the job agrees with our record, that is the newer one (P25).
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
