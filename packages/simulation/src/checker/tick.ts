import type { Millis } from '@flink-operator/core/resource'

/** All waits of an abstract world are multiples of this delay. */
export const checkerTick: Millis = 5_000

/** Rounds a delay up to a multiple of the abstract world's tick. */
export const roundUp = (millis: Millis, tick: Millis): Millis => Math.ceil(millis / tick) * tick
