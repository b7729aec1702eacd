import type { Action } from '../../src/action/action.ts'
import type { Env } from '../../src/env.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { Resource } from '../../src/resource/resource.ts'

/* eslint-disable @typescript-eslint/no-explicit-any */
/** A resource of any kind. */
export type AnyResource = Resource<any, any>
export type AnyAction = Action<any>
/* eslint-enable @typescript-eslint/no-explicit-any */

/** What was decided once, and from what. */
export interface Decided {
  readonly resource: AnyResource
  readonly facts: Facts
  readonly env: Env
  readonly desired: unknown
  readonly observed: unknown
  readonly actions: readonly AnyAction[]
}
