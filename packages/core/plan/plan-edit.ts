import * as E from 'fp-ts/lib/Either.js'
import type { Env } from '../src/env.ts'
import type { Facts } from '../src/fact/facts.ts'
import { type KindName, kindNames } from '../src/kinds.ts'
import type { JsonObject } from '../src/resource/json.ts'
import { type PlanInput, plannedKinds, planOffline, planSeen } from './plan.ts'
import type { Planned } from './planned.ts'

/** An edit, and what is known of what it meets. */
export interface PlannedEdit {
  /** The resource as the API server or a file has it, with its status if there is one; null: it is not there. */
  readonly deployed: JsonObject | null
  /** The document that is applied. */
  readonly wanted: JsonObject
  /** Time and configuration (`makeEnv`). That this resource failed before plays no part. */
  readonly env: Env
  /** Where the document names none. Default: `default`. */
  readonly namespace?: string
  /** The session cluster that a FlinkSessionJob names, as it is deployed; null: nothing is known of it. */
  readonly cluster?: JsonObject | null
  /**
   * What the operator's first round looked at, as the looks of `roundOf` are answered. Left out: nobody was asked; what is deployed is as
   * its status says, or without one runs and is healthy.
   */
  readonly facts?: Facts
  /** With `facts`: answers to `queriesBeside`, which tell what follows. */
  readonly beside?: Facts
}

const kindIn = ({ kind, apiVersion }: JsonObject): E.Either<string, KindName> => {
  const found = kindNames.find(name => name === kind)
  if (found === undefined) return E.left(`kind: found ${JSON.stringify(kind ?? null)}, expected one of ${plannedKinds.join(', ')}`)
  return plannedKinds.includes(found) ? E.right(found)
    : E.left(`kind: a ${found} of ${JSON.stringify(apiVersion ?? null)} refers to another resource and is not planned by itself`)
}

/**
 * What applying a document would do, why, and what it amounts to: the rounds that the operator would play, in the simulated world, where
 * nothing fails. Pure: it asks nobody, and the same input gives the same plan.
 *
 * Left, in one line: the field that can't be read, what was found and what is allowed.
 */
export const plan = (edit: PlannedEdit): E.Either<string, Planned> =>
  E.chain((input: PlanInput) => {
    const { facts, beside = {} } = edit
    return facts === undefined ? planOffline(input) : planSeen(input, { facts, beside })
  })(inputOf(edit))

/** Left: it is of no kind that can be planned. */
export const inputOf = (
  { deployed, wanted, env, namespace = 'default', cluster = null }: PlannedEdit,
): E.Either<string, PlanInput> =>
  E.map((kind: KindName): PlanInput => {
    const { now, consecutiveFailures: _, ...settings } = env
    return { kind, settings, now, deployed, wanted, namespace, cluster }
  })(kindIn(wanted))
