/** The moment, job and attempt that the values of all arbitraries have in common, so that they fit together. */
export const moment = 1_700_000_000_000
/** See `moment`. */
export const jobId = 'a'.repeat(32)
/** See `moment`. */
export const attempt = 'd'.repeat(32)
