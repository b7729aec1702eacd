import type { Fact } from '../contract/fact/fact.ts'
import type { Facts } from '../contract/fact/facts.ts'
import { redactText } from '../contract/redaction/redact.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { Action } from '../contract/action/action.ts'
import type { Env } from '../contract/env.ts'
import type { KindTable } from '../contract/round/kind.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { decide, explainDecided, reconcileOf } from '../contract/round/decide.ts'
import type { Explanation } from '../contract/round/explanation.ts'

/** A query that failed, so that its fact is unknown. */
export interface Unseen {
  readonly fact: string
  readonly reason: string
  readonly message: string
}

/** Failed queries of a round. A response of Flink that it is not ready is not a failure. */
export const unseenIn = (facts: Facts): readonly Unseen[] =>
  Object.entries(facts).flatMap(([name, it]) => {
    const fact = it as Fact<unknown> | undefined
    return fact?._tag === 'Unknown' && fact.reason !== 'NotReady' ? [{ fact: name, reason: fact.reason, message: redactText(fact.message) }]
      : []
  })

/** One decided round: all inputs of the decision, and its result. Plain JSON, one line of a recording. */
export interface RecordedRound<Name extends string = string> {
  readonly version: 1
  readonly kind: Name
  /** The resource with its status, as read. */
  readonly resource: JsonObject
  /** Results of all queries. */
  readonly facts: Facts
  readonly env: Env
  readonly actions: readonly Action<unknown>[]
}

/** The first difference of two results; null on one side: the value is absent there. */
export interface Difference {
  readonly path: string
  readonly recorded: string | null
  readonly now: string | null
}

/** Result of replaying a recorded round with this version. */
export type Replayed =
  | { readonly _tag: 'Same'; readonly explanation: Explanation; readonly actions: readonly Action<unknown>[] }
  | {
    readonly _tag: 'Differs'
    readonly first: Difference
    readonly explanation: Explanation
    readonly actions: readonly Action<unknown>[]
  }
  | { readonly _tag: 'Undecodable'; readonly message: string }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

const shown = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

const keysOf = (value: Readonly<Record<string, unknown>>): readonly string[] => Object.keys(value).filter(key => value[key] !== undefined)

/**
 * The first difference of two JSON values, in the order of keys; null: they are equal. A missing field equals an undefined one.
 */
export const firstDifference = (recorded: unknown, now: unknown, path = ''): Difference | null => {
  if (Object.is(recorded, now)) return null
  if (!isObject(recorded) || !isObject(now) || Array.isArray(recorded) !== Array.isArray(now))
    return { path, recorded: shown(recorded), now: shown(now) }
  const keys = [...new Set([...keysOf(recorded), ...keysOf(now)])]
  return keys.reduce<Difference | null>((found, key) => found ?? firstDifference(recorded[key], now[key], `${path}/${key}`), null)
}

/** Replays a recorded round with the rules of this version, those of its kind in `kinds`, and compares the result. */
export const replayRound = <Name extends string>(kinds: KindTable<Name>, round: RecordedRound<Name>): Replayed => {
  const { resource: json, facts, env, actions } = round
  const kind = kinds[round.kind]
  const decoded = kind.decode(json)
  if (E.isLeft(decoded))
    return { _tag: 'Undecodable', message: `${decoded.left.path}: expected ${decoded.left.expected}, got ${decoded.left.found}` }
  const of = reconcileOf(kind, decoded.right, env)
  const decided = decide(of, facts)
  const again = decided.actions
  const explanation = explainDecided(kind, of, decided)
  const first = firstDifference(actions, again)
  return first === null ? { _tag: 'Same', explanation, actions: again } : { _tag: 'Differs', first, explanation, actions: again }
}
