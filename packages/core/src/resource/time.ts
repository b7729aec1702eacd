/** A length of time in milliseconds. */
export type Millis = number

/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number

/** Clocks that are right differ by less: what lies ahead by no more waits that much longer, and is nobody's error. */
export const clockTolerance: Millis = 10_000
