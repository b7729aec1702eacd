/** A length of time in milliseconds. */
export type Millis = number

/** A moment, in milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMillis = number
