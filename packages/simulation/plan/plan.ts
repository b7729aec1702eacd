import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Action } from '@flink-operator/core/action'
import { allClusterObjects } from '@flink-operator/core/cluster'
import type { Facts } from '@flink-operator/core/fact'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { factOf, type Query } from '@flink-operator/core/query'
import { type FlinkDeploymentSpec, type JsonObject, markIn } from '@flink-operator/core/resource'
import { decide, reconcileOf } from '@flink-operator/core/round'
import { asReported, type Before, nothing, type Now, unasked } from './before.ts'
import { decodeEdited, editedResource } from './edited-resource.ts'
import { type Planned, plannedOf } from './planned.ts'
import { play, type Played } from './play.ts'
import { isModelled, type Key, type PlannedResource, type PlanWorld, resourceIn } from './world/plan-world.ts'

/**
 * The kinds that can be planned. A resource that refers to another one can't be planned alone, except a FlinkSessionJob, which is
 * planned together with its session cluster.
 */
export const plannedKinds: readonly KindName[] = kindNames.filter(kind =>
  kind === 'FlinkSessionJob' || !kindOf(kind).watch.some(({ _tag }) => _tag === 'Referenced')
)

/** The input of a plan. */
export interface PlanInput extends Now {
  /** The deployed resource from the API server or a file; null: none. */
  readonly deployed: JsonObject | null
  /** Used if the document names none. */
  readonly namespace: string
}

/** The existing resource with the edited spec and metadata; its status and finalizers stay. */
const edited = (world: PlanWorld, of: Key, wanted: PlannedResource): PlannedResource => {
  const running = resourceIn(world, of)
  if (running === null) return wanted
  const { generation, labels, annotations } = wanted.meta
  return {
    ...running,
    spec: wanted.spec,
    meta: { ...running.meta, generation, labels, annotations: { ...markIn(running.meta.annotations), ...annotations } },
  }
}

/** The world without any query: a deployed resource is as its status says, or runs and is healthy. */
const assumed = (input: PlanInput): E.Either<string, Before> =>
  input.deployed === null ? nothing(input, input.namespace) : unasked(input, input.namespace, input.deployed)

/** Plays the edit to its end. */
const playedFrom = ({ kind, settings, now, wanted, namespace }: PlanInput, { json, world }: Before): E.Either<string, Played> =>
  pipe(
    decodeEdited(kind, editedResource(kind, wanted, json, namespace, now)),
    E.map(resource => {
      const of = { kind, name: resource.meta.name }
      return play(settings, world, of, edited(world, of, resource))
    }),
  )

/** The rounds that the operator would play, without any query to a cluster. Left: what can't be read. */
export const playedOffline = (input: PlanInput): E.Either<string, Played> =>
  pipe(assumed(input), E.chain(before => playedFrom(input, before)))

/** Rounds, and whether they start from queries or from the status. */
export interface PlayedAsSeen {
  readonly played: Played
  readonly isSeen: boolean
}

/**
 * The rounds that the operator would play, without the edit, from queries that were made some time ago. Whatever was not queried is as
 * the status says. If the queries don't determine the world, they are ignored.
 */
export const playedAsSeen = (input: PlanInput, facts: Facts): E.Either<string, PlayedAsSeen> =>
  pipe(
    asReported(input, input.deployed, facts),
    E.chain((before): E.Either<string, PlayedAsSeen> =>
      pipe(
        before === null ? playedOffline(input) : playedFrom(input, before),
        E.map(played => ({ played, isSeen: before !== null })),
      )
    ),
  )

/**
 * What applying a document would do: the rounds that the operator would play in the simulated world, where nothing fails, from the
 * deployed resource until the steady state. Pure: it makes no queries. Left: what can't be read of the document, or of the deployed
 * resource.
 */
export const planOffline = (input: PlanInput): E.Either<string, Planned> =>
  pipe(
    playedOffline(input),
    E.map(played => plannedOf(played.rounds[0], isModelled(input) ? played : null, input)),
  )

/** The answers of a cluster's queries. */
export interface Looked {
  /** Of the operator's first round, whose decision uses only these. */
  readonly facts: Facts
  /** The answers to `queriesBeside`, which the later rounds depend on. */
  readonly beside: Facts
}

/** The queries that the operator's first round does not make, but whose answers the later rounds depend on. */
export const queriesBeside = (kind: KindName, { meta, spec }: PlannedResource, facts: Facts): readonly Query[] => {
  if (kind !== 'FlinkDeployment') return []
  const { mode } = spec as FlinkDeploymentSpec
  const ingress = { _tag: 'ReadIngress', namespace: meta.namespace, name: meta.name } as const
  return [...allClusterObjects({ meta, mode: mode ?? 'native' }), ingress].filter(query => facts[factOf(query)] === undefined)
}

/**
 * The same against a cluster. The first round is the operator's own. The plan includes later rounds only if the world that is built
 * from the answers starts with the very same round.
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
        asReported(input, deployed, { ...beside, ...facts }),
        E.chain(before => (before === null ? E.right(null) : playedFrom(input, before))),
        E.map(played => plannedOf({ of, decided }, played !== null && isModelled(input) && isSame(played) ? played : null, input)),
      )
    }),
  )
}

/** Equal if the actions and reasons are the same; ids and versions in them may differ. */
const isSameRound = (a: readonly Action<unknown>[], b: readonly Action<unknown>[]): boolean =>
  a.length === b.length && a.every((action, index) => outline(action) === outline(b[index]))

const outline = (action: Action<unknown> | undefined): string =>
  action === undefined ? '' : action._tag === 'PersistStatus' ? `${action._tag} ${action.reason}` : action._tag
