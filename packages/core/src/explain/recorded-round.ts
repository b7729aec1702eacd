import * as E from 'fp-ts/lib/Either.js'
import type { Action } from '../action/action.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import { kindOf, type Kinds } from '../kinds.ts'
import type { JsonObject } from '../resource/json.ts'
import { decide, explainDecided, reconcileOf } from '../round/decide.ts'
import type { Explanation } from '../round/explanation.ts'

/** One round as it was decided: all that went into the decision, and what came out. Plain JSON, one line of a recording. */
export interface RecordedRound {
  readonly version: 1
  readonly kind: keyof Kinds
  /** The resource with its status, as it was read. */
  readonly resource: JsonObject
  /** Everything that was looked at. */
  readonly facts: Facts
  readonly env: Env
  readonly actions: readonly Action<unknown>[]
}

/** Where two answers differ first; null on either side: there is nothing. */
export interface Difference {
  readonly path: string
  readonly recorded: string | null
  readonly now: string | null
}

/** What comes of a recorded round today. */
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
 * The first place, in the order of keys, where two JSON values differ; null: nowhere. A missing field and an undefined one are the same.
 */
export const firstDifference = (recorded: unknown, now: unknown, path = ''): Difference | null => {
  if (Object.is(recorded, now)) return null
  if (!isObject(recorded) || !isObject(now) || Array.isArray(recorded) !== Array.isArray(now))
    return { path, recorded: shown(recorded), now: shown(now) }
  const keys = [...new Set([...keysOf(recorded), ...keysOf(now)])]
  return keys.reduce<Difference | null>((found, key) => found ?? firstDifference(recorded[key], now[key], `${path}/${key}`), null)
}

/** Decides a recorded round again, with the rules of this version (design.md, section 1): does the same come out? */
export const replayRound = ({ kind: name, resource: json, facts, env, actions }: RecordedRound): Replayed => {
  const kind = kindOf(name)
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
