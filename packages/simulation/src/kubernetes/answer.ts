import type { AdapterError, AdapterErrorTag } from '@flink-operator/core/action'
import type { World } from '../world/world.ts'

/** The result of a call: null is success. The world is the one after it, whatever the answer was. */
export interface Performed {
  readonly world: World
  readonly error: AdapterError | null
}

export const done = (world: World): Performed => ({ world, error: null })

const statuses: Partial<Record<AdapterErrorTag, number>> = {
  NotFound: 404,
  Conflict: 409,
  AlreadyExists: 409,
  Invalid: 422,
  Forbidden: 403,
  JobUnknown: 404,
  JobTerminated: 409,
}

/** A refusal after which the server certainly did nothing. */
export const refused = (world: World, tag: AdapterErrorTag, message: string): Performed => ({
  world,
  error: { _tag: tag, message, applied: 'No', httpStatus: statuses[tag] ?? null, retryAfter: null },
})

/** A refusal that may have come before or after the effect: a query decides. */
export const refusedUnclearly = (world: World, message: string): Performed => ({
  world,
  error: { _tag: 'Invalid', message, applied: 'Maybe', httpStatus: 400, retryAfter: null },
})

/** No answer: a query decides whether the effect was done. */
export const noAnswer = (world: World, message: string): Performed => ({
  world,
  error: { _tag: 'Timeout', message, applied: 'Maybe', httpStatus: null, retryAfter: null },
})
