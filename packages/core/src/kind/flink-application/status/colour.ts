import type { FlinkApplicationStatus } from './flink-application-status.ts'

/** The two versions of a BlueGreen application. */
export type Colour = 'blue' | 'green'

export const opposite = (colour: string): Colour => (colour === 'blue' ? 'green' : 'blue')

/**
 * The colour of a new attempt: the one that is not live. A first deploy is green (lyft-flinkapplication.md, section 2.2), or what Lyft's
 * operator chose for it. Asked once for an attempt and written down with it, so that no retry flips it (LD22).
 */
export const colourOfAttempt = (
  { deployHash, deployVersion, updatingVersion }: Pick<FlinkApplicationStatus, 'deployHash' | 'deployVersion' | 'updatingVersion'>,
): Colour => deployHash === '' ? (updatingVersion === 'blue' ? 'blue' : 'green') : opposite(deployVersion === '' ? 'blue' : deployVersion)
