import type { Action as ActionOf, AdapterError, Fact, JsonObject, Query, ResourceMeta } from '@flink-operator/core'
import type { Look, Requeue } from '@flink-operator/core/action'
import type { Either } from 'fp-ts/lib/Either.js'

/** An action of any kind; the type of the status that it writes is the kind's. */
export type Action = ActionOf<unknown>

/** Actions that an adapter performs; the loop itself handles `Look` and `Requeue`. */
export type Effect = Exclude<Action, Look | Requeue>

/** The resource of an effect, as the round read it. */
export interface EffectContext {
  readonly meta: ResourceMeta
  /** The version that the last write of this round returned, or the version that was read. */
  readonly resourceVersion: string
  /** The resource as the API server has it: our writes keep its fields that we don't know. */
  readonly resource: JsonObject
  /** The rendered object of a `CreateObject` or `ApplyObject`; null for every other effect. */
  readonly manifest: JsonObject | null
  /** Aborted when the answer does not count any more. */
  readonly signal: AbortSignal
}

/** The part of an effect's answer that the loop needs; a decision never gets it. */
export interface EffectAnswer {
  /** The resource as the server stored it, if the effect wrote the resource itself; else null. */
  readonly written: { readonly resourceVersion: string; readonly resource: JsonObject | null } | null
}

/** All access of a round to the world. Its methods must not reject: a rejection is a bug and ends the round. */
export interface ClusterPort {
  /** Reads one resource live. Right null: it does not exist. */
  readonly readResource: (key: ResourceKey, signal: AbortSignal) => Promise<Either<AdapterError, JsonObject | null>>
  readonly answer: (query: Query, signal: AbortSignal) => Promise<Fact<unknown>>
  readonly perform: (effect: Effect, context: EffectContext) => Promise<Either<AdapterError, EffectAnswer>>
}

/** Names a resource of one kind. */
export interface ResourceKey {
  readonly namespace: string
  readonly name: string
}

/** `namespace/name`, the form of keys in queue, caches and logs. */
export const keyText = ({ namespace, name }: ResourceKey): string => `${namespace}/${name}`

/** The inverse of `keyText`; namespace and name can't contain a slash. */
export const keyOf = (text: string): ResourceKey => {
  const slash = text.indexOf('/')
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) }
}
