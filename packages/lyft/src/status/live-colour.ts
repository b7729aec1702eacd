import type { FlinkApplicationStatus } from './flink-application-status.ts'
import type { ApplicationOperation } from './application-operation.ts'
import { versionOf } from './version-slots.ts'

/** The two versions of a BlueGreen application. */
export type Colour = 'blue' | 'green'

export const opposite = (colour: string): Colour => (colour === 'blue' ? 'green' : 'blue')

/**
 * The colour of a new attempt: the one that is not live. A first deploy is green (lyft-flinkapplication.md, section 2.2), or has the colour
 * that Lyft's operator chose. The operator chooses it once and records it with the attempt, so that no retry changes it (LD22).
 */
export const colourOfAttempt = (
  { deployHash, deployVersion, updatingVersion }: Pick<FlinkApplicationStatus, 'deployHash' | 'deployVersion' | 'updatingVersion'>,
): Colour => deployHash === '' ? (updatingVersion === 'blue' ? 'blue' : 'green') : opposite(deployVersion === '' ? 'blue' : deployVersion)

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
