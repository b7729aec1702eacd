import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Facts } from '../src/fact/facts.ts'
import { kindOf, kinds } from '../src/kinds.ts'
import { decodeErrorText } from '../src/redaction/decode-error-text.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { EpochMillis, Millis } from '../src/resource/time.ts'
import { decodeEdited, editedResource, runningDocument } from './edited-resource.ts'
import { newWorld, pass, type PlannedResource, type PlanWorld, plannedIn } from './world/plan-world.ts'
import { operationOf, type Planned, plannedOf } from './planned.ts'
import { play, type Played, plannedKey } from './play.ts'
import { decide, type Decided, type Settings } from './play-round.ts'

/** What is planned. */
export interface PlanInput {
  readonly settings: Settings
  readonly now: EpochMillis
  /** What is deployed, as the API server or a file has it; null: nothing is. */
  readonly deployed: JsonObject | null
  /** The document that is applied. */
  readonly wanted: JsonObject
  /** Where the document names none. */
  readonly namespace: string
}

/** Nothing is there yet. */
const emptyWorld = ({ now, settings }: PlanInput): PlanWorld => newWorld(now, settings.hasSnapshotController)

/** What is deployed has run for so long when it is edited. */
const settledMillis: Millis = 60_000

interface Before {
  readonly json: JsonObject | null
  readonly world: PlanWorld
}

/** What is deployed runs and is healthy: its spec is played from nothing to its steady state. */
const assumed = (input: PlanInput, deployed: JsonObject): E.Either<string, Before> => {
  const { settings, now, namespace } = input
  const json = editedResource(runningDocument(deployed), null, namespace, now)
  return pipe(
    kinds.FlinkDeployment.decode(json),
    E.bimap(
      error => `what is deployed: ${decodeErrorText(error, json)}`,
      resource => ({ json, world: pass(play(settings, emptyWorld(input), resource).world, settledMillis) }),
    ),
  )
}

/** The resource that is there gets what was edited; its status and finalizers are those that it has. */
const edited = (world: PlanWorld, wanted: PlannedResource): PlannedResource => {
  const running = plannedIn(world)
  if (running === null) return wanted
  const { generation, labels, annotations } = wanted.meta
  return { ...running, spec: wanted.spec, meta: { ...running.meta, generation, labels, annotations } }
}

/** The edit is played to its end. */
const playedFrom = ({ settings, now, wanted, namespace }: PlanInput, before: Before): E.Either<string, Played> =>
  pipe(
    decodeEdited(editedResource(wanted, before.json, namespace, now)),
    E.map(resource => play(settings, before.world, edited(before.world, resource))),
  )

/** From what is assumed: nobody was asked. */
const playedOffline = (input: PlanInput): E.Either<string, Played> =>
  pipe(
    input.deployed === null ? E.right({ json: null, world: emptyWorld(input) }) : assumed(input, input.deployed),
    E.chain(before => playedFrom(input, before)),
  )

/**
 * What applying a document would do: the rounds that the operator would play, from what is deployed until it comes to rest, in the
 * simulated world, where nothing fails. Pure: it asks nobody. Left: what can't be read of the document, or of what is deployed.
 */
export const planOffline = (input: PlanInput): E.Either<string, Planned> =>
  pipe(
    playedOffline(input),
    E.map(played => plannedOf(played.rounds[0], played, input.deployed !== null)),
  )

/** The same with what the looks of the operator's first round told: that round is decided on them alone. */
export const planSeen = (input: PlanInput, facts: Facts): E.Either<string, Planned> => {
  const { settings, now, deployed, wanted, namespace } = input
  return pipe(
    decodeEdited(editedResource(wanted, deployed, namespace, now)),
    E.map(resource => {
      const env = { ...settings, now, consecutiveFailures: 0 }
      const kind = kindOf(plannedKey(resource).kind)
      const decided = decide(kind, resource, kind.validate(resource, env), facts, env)
      const played = playedOffline(input)
      const isSame = E.isRight(played) && isSameBeginning(decided.actions, played.right.rounds[0].decided.actions)
      return plannedOf({ of: plannedKey(resource), decided }, isSame ? played.right : null, deployed !== null)
    }),
  )
}

const isSameBeginning = (a: Decided['actions'], b: Decided['actions']): boolean => {
  const [one, other] = [operationOf(a), operationOf(b)]
  return one?.kind === other?.kind && one?.mode === other?.mode
}
