/** A length of time in milliseconds. */
export type Millis = number

/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number

/** Correct clocks differ by less than this. A timestamp that lies no further ahead only delays a wait, and is not reported as an error. */
export const clockTolerance: Millis = 10_000
