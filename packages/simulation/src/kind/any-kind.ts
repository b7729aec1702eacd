import type { Env } from '@flink-operator/core'
import type { Action } from '@flink-operator/core/action'
import type { Facts } from '@flink-operator/core/fact'
import type { Resource } from '@flink-operator/core/resource'

/* eslint-disable @typescript-eslint/no-explicit-any */
/** A resource of any kind. */
export type AnyResource = Resource<any, any>
export type AnyAction = Action<any>
/* eslint-enable @typescript-eslint/no-explicit-any */

/** One decision with its inputs. */
export interface Decided {
  readonly resource: AnyResource
  readonly facts: Facts
  readonly env: Env
  readonly desired: unknown
  readonly observed: unknown
  readonly actions: readonly AnyAction[]
}
