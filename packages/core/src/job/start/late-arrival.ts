import type { Millis } from '../../resource/time.ts'

/** How long after the last send a create may still arrive at the API server (its own limit for one request is 60 s). */
export const lateArrivalLimit: Millis = 60_000
