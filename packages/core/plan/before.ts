import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Env } from '../src/env.ts'
import type { Facts } from '../src/fact/facts.ts'
import { type KindName, kindOf, kinds } from '../src/kinds.ts'
import { decodeErrorText } from '../src/redaction/decode-error-text.ts'
import type { DecodeError } from '../src/resource/finding.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { EpochMillis, Millis } from '../src/resource/time.ts'
import { editedResource, hasRecord, runningDocument } from './edited-resource.ts'
import { play } from './play.ts'
import type { Settings } from './play-round.ts'
import { newWorld, pass, type PlanWorld } from './world/plan-world.ts'
import { worldOf } from './world/world-of.ts'

/** What is there before the edit. */
export interface Before {
  /** The resource as it is deployed; null: it is not. */
  readonly json: JsonObject | null
  readonly world: PlanWorld
}

/** Whose resource it is, and when. */
interface Now {
  readonly kind: KindName
  readonly settings: Settings
  readonly now: EpochMillis
}

/** Nothing is there yet. */
export const nothing = ({ now, settings }: Now): Before => ({ json: null, world: newWorld(now, settings.hasSnapshotController) })

const decoded = <R>(kind: { decode(json: unknown): E.Either<DecodeError, R> }, json: JsonObject): E.Either<string, R> =>
  pipe(
    kind.decode(json),
    E.mapLeft(error => `what is deployed: ${decodeErrorText(error, json)}`),
  )

/** What is deployed has run for so long when it is edited. */
const settledMillis: Millis = 60_000

/** A document without a status: its spec is played from nothing to its steady state. It runs, and is healthy. */
const played = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> => {
  const json = editedResource(it.kind, runningDocument(deployed), null, namespace, it.now)
  return pipe(
    decoded(kindOf(it.kind), json),
    E.map(resource => {
      const of = { kind: it.kind, name: resource.meta.name }
      return { json, world: pass(play(it.settings, nothing(it).world, of, resource).world, settledMillis) }
    }),
  )
}

/** As its status and the looks tell; null: what stands can't be told, or not of this kind. */
export const asTold = (it: Now, json: JsonObject, facts: Facts): E.Either<string, Before | null> =>
  it.kind !== 'FlinkDeployment' ? E.right(null) : pipe(
    decoded(kinds.FlinkDeployment, json),
    E.map(resource => {
      const env: Env = { ...it.settings, now: it.now, consecutiveFailures: 0 }
      const world = worldOf(nothing(it).world, { resource, desired: kinds.FlinkDeployment.validate(resource, env), facts })
      return world === null ? null : { json, world }
    }),
  )

/** Nobody is asked: by its status, if it has one, else it is assumed to run. */
export const unasked = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> =>
  hasRecord(deployed)
    ? pipe(
      asTold(it, deployed, {}),
      E.chain(before => (before === null ? played(it, namespace, deployed) : E.right(before))),
    )
    : played(it, namespace, deployed)
