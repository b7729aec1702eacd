import type { Millis } from '../resource/time.ts'

/** No failed operation waits longer before it is tried again, whatever a server asks. */
export const longestPause: Millis = 3_600_000
