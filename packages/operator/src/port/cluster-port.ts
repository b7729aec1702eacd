import type { Action as ActionOf, AdapterError, Fact, JsonObject, Query, ResourceMeta } from '@flink-operator/core'
import type { Look, Requeue } from '@flink-operator/core/action'
import type { Either } from 'fp-ts/lib/Either.js'

/** What a decision of any kind asks for: the status that it writes is the kind's own matter. */
export type Action = ActionOf<unknown>

/** What the adapters do; a `Look` and a `Requeue` are done by the loop itself. */
export type Effect = Exclude<Action, Look | Requeue>

/** The resource on whose behalf an effect is done, as it stood when the round read it. */
export interface EffectContext {
  readonly meta: ResourceMeta
  /** The version that the last write of this round returned, or the one that was read. */
  readonly resourceVersion: string
  /** The resource as the API server has it: fields of it that we don't know survive our writes. */
  readonly resource: JsonObject
  /** The rendered object of a `CreateObject` or `ApplyObject`; null for every other effect. */
  readonly manifest: JsonObject | null
  /** Aborted when the answer no longer counts. */
  readonly signal: AbortSignal
}

/** What the loop needs of an effect's answer; nothing of it reaches a decision. */
export interface EffectAnswer {
  /** The resource as the server stored it, where the effect wrote the resource itself; else null. */
  readonly written: { readonly resourceVersion: string; readonly resource: JsonObject | null } | null
}

/** Everything that a round asks of the world. Nothing of it rejects; whatever does is a bug and ends the round. */
export interface ClusterPort {
  /** One resource, live. Right null: it does not exist. */
  readonly readResource: (key: ResourceKey, signal: AbortSignal) => Promise<Either<AdapterError, JsonObject | null>>
  readonly answer: (query: Query, signal: AbortSignal) => Promise<Fact<unknown>>
  readonly perform: (effect: Effect, context: EffectContext) => Promise<Either<AdapterError, EffectAnswer>>
}

/** Which resource of one kind. */
export interface ResourceKey {
  readonly namespace: string
  readonly name: string
}

/** `namespace/name`, the form of keys in queue, caches and logs. */
export const keyText = ({ namespace, name }: ResourceKey): string => `${namespace}/${name}`

/** The inverse of `keyText`; neither part can hold a slash. */
export const keyOf = (text: string): ResourceKey => {
  const slash = text.indexOf('/')
  return { namespace: text.slice(0, slash), name: text.slice(slash + 1) }
}
