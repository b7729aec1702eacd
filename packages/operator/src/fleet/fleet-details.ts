import type { Env, EpochMillis, Facts, JsonObject } from '@flink-operator/core'
import { roundOf } from '@flink-operator/core'
import type { Explanation } from '@flink-operator/core/explain'
import { redactTexts } from '@flink-operator/core/redaction'
import { explainDecided } from '@flink-operator/core/round'
import { type KindName, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { type History, savepointsOf, snapshotsOf } from '../explain/history-text.ts'
import type { Transition } from './fleet.ts'

/** What the fleet page shows of one resource. */
export interface FleetDetails {
  /** As `explain` says it, by the facts of the operator's last round; null: this process had none of this version. */
  readonly explanation: (Explanation & { readonly at: EpochMillis }) | null
  /** What the user lacks a right to see is left out. */
  readonly isWhole: boolean
  readonly transitions: readonly Transition[]
  readonly savepoints: History['savepoints']
  readonly snapshots: NonNullable<History['snapshots']>
}

/** Facts of one version of a resource. */
export interface SeenFacts {
  readonly at: EpochMillis
  readonly facts: Facts
}

/**
 * Explains what the operator decided at the time of these facts. Null: the resource can't be read, or the decision lacks facts. Changes
 * nothing and asks nobody.
 */
export const explainedBy = (kind: KindName, json: JsonObject, { at, facts }: SeenFacts, env: Env): Explanation | null => {
  const decoded = kindOf(kind).decode(json)
  if (E.isLeft(decoded)) return null
  const round = roundOf(kindOf(kind), decoded.right, { ...env, now: at }, facts)
  return round.command._tag === 'Look' ? null : explainDecided(kindOf(kind), round.of, round.decided)
}

export interface DetailInputs {
  readonly kind: KindName
  readonly name: string
  readonly json: JsonObject
  readonly seen: SeenFacts | null
  readonly transitions: readonly Transition[]
  /** FlinkStateSnapshots of the namespace. */
  readonly snapshots: readonly JsonObject[]
  readonly isWhole: boolean
  readonly secrets: readonly string[]
  readonly env: Env
}

export const fleetDetails = (of: DetailInputs): FleetDetails => {
  const { kind, name, json, seen, isWhole, secrets } = of
  const explanation = seen === null || !isWhole ? null : explainedBy(kind, json, seen, of.env)
  const child = { kind: 'FlinkDeployment', names: [`${name}-blue`, `${name}-green`] }
  const owners = kind === 'FlinkBlueGreenDeployment' ? child : { kind, names: [name] }
  return redactTexts({
    explanation: explanation === null || seen === null ? null : { ...explanation, at: seen.at },
    isWhole,
    transitions: of.transitions,
    savepoints: savepointsOf(json),
    snapshots: isWhole ? snapshotsOf(of.snapshots, owners) : [],
  }, secrets)
}
