import type { Millis } from '../../src/resource/time.ts'

/** The delay that all waits of an abstract world are multiples of. */
export const checkerTick: Millis = 5_000

/** A delay of an abstract world. */
export const roundUp = (millis: Millis, tick: Millis): Millis => Math.ceil(millis / tick) * tick
