import type { ApplicationOperation } from './application-operation.ts'
import type { FlinkApplicationStatus } from './flink-application-status.ts'
import { versionOf } from './version-slots.ts'

/**
 * True if an attempt to deploy another version than the live one names the colour of the live version, by its slot: another writer put that
 * colour back (P02, P25).
 */
export const hasLiveColour = (
  status: FlinkApplicationStatus,
  { hash, version }: Pick<ApplicationOperation, 'hash' | 'version'>,
): boolean => {
  const { deployHash, deployVersion } = status
  return deployHash !== '' && deployHash !== hash && (versionOf(status, deployHash)?.appVersion ?? deployVersion) === version
}
