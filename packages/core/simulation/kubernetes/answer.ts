import type { AdapterError, AdapterErrorTag } from '../../src/action/adapter-error.ts'
import type { World } from '../world/world.ts'

/** What a call came to: null is success. The world is the one after it, whatever the caller was told. */
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

/** A refusal: the server surely did nothing. */
export const refused = (world: World, tag: AdapterErrorTag, message: string): Performed => ({
  world,
  error: { _tag: tag, message, applied: 'No', httpStatus: statuses[tag] ?? null, retryAfter: null },
})

/** A refusal of which nobody can tell whether it came before the deed or after it: a look decides. */
export const refusedUnclearly = (world: World, message: string): Performed => ({
  world,
  error: { _tag: 'Invalid', message, applied: 'Maybe', httpStatus: 400, retryAfter: null },
})

/** No answer: whether it was done, a look decides. */
export const noAnswer = (world: World, message: string): Performed => ({
  world,
  error: { _tag: 'Timeout', message, applied: 'Maybe', httpStatus: null, retryAfter: null },
})
