import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Action } from '../src/action/action.ts'
import { allClusterObjects } from '../src/cluster/seen/cluster-queries.ts'
import type { Facts } from '../src/fact/facts.ts'
import { type KindName, kindNames, kindOf } from '../src/kinds.ts'
import { factOf } from '../src/query/fact-of.ts'
import type { Query } from '../src/query/query.ts'
import type { FlinkDeploymentSpec } from '../src/resource/flink-deployment-spec.ts'
import type { JsonObject } from '../src/resource/json.ts'
import { asTold, type Before, nothing, type Now, unasked } from './before.ts'
import { decodeEdited, editedResource } from './edited-resource.ts'
import { type Planned, plannedOf } from './planned.ts'
import { play, type Played } from './play.ts'
import { decide, reconcileOf } from '../src/round/decide.ts'
import { isModelled, type Key, type PlannedResource, type PlanWorld, resourceIn } from './world/plan-world.ts'

/**
 * The kinds that can be planned: of a resource that refers to another one nothing can be told by itself, but for a FlinkSessionJob, whose
 * session cluster is told with it.
 */
export const plannedKinds: readonly KindName[] = kindNames.filter(kind =>
  kind === 'FlinkSessionJob' || !kindOf(kind).watch.some(({ _tag }) => _tag === 'Referenced')
)

/** What is planned. */
export interface PlanInput extends Now {
  /** What is deployed, as the API server or a file has it; null: nothing is. */
  readonly deployed: JsonObject | null
  /** Where the document names none. */
  readonly namespace: string
}

/** The resource that is there gets what was edited; its status and finalizers are those that it has. */
const edited = (world: PlanWorld, of: Key, wanted: PlannedResource): PlannedResource => {
  const running = resourceIn(world, of)
  if (running === null) return wanted
  const { generation, labels, annotations } = wanted.meta
  return { ...running, spec: wanted.spec, meta: { ...running.meta, generation, labels, annotations } }
}

/** What is there without a look at it: what was deployed is as its status says, or runs and is healthy. */
const assumed = (input: PlanInput): E.Either<string, Before> =>
  input.deployed === null ? nothing(input, input.namespace) : unasked(input, input.namespace, input.deployed)

/** The edit is played to its end. */
const playedFrom = ({ kind, settings, now, wanted, namespace }: PlanInput, { json, world }: Before): E.Either<string, Played> =>
  pipe(
    decodeEdited(kind, editedResource(kind, wanted, json, namespace, now)),
    E.map(resource => {
      const of = { kind, name: resource.meta.name }
      return play(settings, world, of, edited(world, of, resource))
    }),
  )

/** The rounds that the operator would play without a look at a cluster. Left: what can't be read. */
export const playedOffline = (input: PlanInput): E.Either<string, Played> =>
  pipe(assumed(input), E.chain(before => playedFrom(input, before)))

/** Rounds, and whether they begin with what was looked at, or with what the status says. */
export interface PlayedAsSeen {
  readonly played: Played
  readonly isSeen: boolean
}

/**
 * The rounds that the operator would play from what was looked at some time ago, of the resource without the edit: what was not looked at
 * is as the status says. Where the looks don't tell what stands they play no part.
 */
export const playedAsSeen = (input: PlanInput, facts: Facts): E.Either<string, PlayedAsSeen> =>
  pipe(
    asTold(input, input.deployed, facts),
    E.chain((before): E.Either<string, PlayedAsSeen> =>
      pipe(
        before === null ? playedOffline(input) : playedFrom(input, before),
        E.map(played => ({ played, isSeen: before !== null })),
      )
    ),
  )

/**
 * What applying a document would do: the rounds that the operator would play, from what is deployed until it comes to rest, in the
 * simulated world, where nothing fails. Pure: it asks nobody. Left: what can't be read of the document, or of what is deployed.
 */
export const planOffline = (input: PlanInput): E.Either<string, Planned> =>
  pipe(
    playedOffline(input),
    E.map(played => plannedOf(played.rounds[0], isModelled(input) ? played : null, input)),
  )

/** What was looked at of a cluster. */
export interface Looked {
  /** By the operator's first round: it is decided on them alone. */
  readonly facts: Facts
  /** Beside that: `queriesBeside`. They tell what follows. */
  readonly beside: Facts
}

/** What the operator's first round did not look at, and what follows depends on. */
export const queriesBeside = (kind: KindName, { meta, spec }: PlannedResource, facts: Facts): readonly Query[] => {
  if (kind !== 'FlinkDeployment') return []
  const { mode } = spec as FlinkDeploymentSpec
  const ingress = { _tag: 'ReadIngress', namespace: meta.namespace, name: meta.name } as const
  return [...allClusterObjects({ meta, mode: mode ?? 'native' }), ingress].filter(query => facts[factOf(query)] === undefined)
}

/**
 * The same against a cluster. The first round is the operator's own; what follows is told as far as the world that is made of the looks
 * begins with the very same round.
 */
export const planSeen = (input: PlanInput, { facts, beside }: Looked): E.Either<string, Planned> => {
  const { kind: name, settings, now, deployed, wanted, namespace } = input
  return pipe(
    decodeEdited(name, editedResource(name, wanted, deployed, namespace, now)),
    E.chain(resource => {
      const of = { kind: name, name: resource.meta.name }
      const kind = kindOf(name)
      const env = { ...settings, now, consecutiveFailures: 0 }
      const decided = decide(reconcileOf(kind, resource, env), facts)
      const isSame = ({ rounds: [first] }: Played): boolean => isSameRound(decided.actions, first.decided.actions)
      return pipe(
        asTold(input, deployed, { ...beside, ...facts }),
        E.chain(before => (before === null ? E.right(null) : playedFrom(input, before))),
        E.map(played => plannedOf({ of, decided }, played !== null && isModelled(input) && isSame(played) ? played : null, input)),
      )
    }),
  )
}

/** The same actions for the same reasons; what ids and versions they name is of the world. */
const isSameRound = (a: readonly Action<unknown>[], b: readonly Action<unknown>[]): boolean =>
  a.length === b.length && a.every((action, index) => outline(action) === outline(b[index]))

const outline = (action: Action<unknown> | undefined): string =>
  action === undefined ? '' : action._tag === 'PersistStatus' ? `${action._tag} ${action.reason}` : action._tag
