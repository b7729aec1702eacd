import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Env } from '@flink-operator/core'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import type { Facts } from '@flink-operator/core/fact'
import type { FlinkApplicationStatus } from '@flink-operator/lyft'
import { type KindName, kindOf, kinds } from '@flink-operator/kinds'
import { decodeErrorText } from '@flink-operator/core/redaction'
import type { DecodeError, JsonObject, Resource, EpochMillis, Millis } from '@flink-operator/core/resource'
import { editedResource, hasRecord, nameIn, runningDocument } from './edited-resource.ts'
import { play } from './play.ts'
import type { Settings } from './play-round.ts'
import { withChildren } from './world/children-world.ts'
import { newWorld, pass, type PlanWorld, resourceIn, withResource } from './world/plan-world.ts'
import { withSessionJob } from './world/session-world.ts'
import { worldOf } from './world/world-of.ts'

type Application = Resource<unknown, FlinkApplicationStatus>

/** What exists before the edit. */
export interface Before {
  /** The deployed resource; null: it is not deployed. */
  readonly json: JsonObject | null
  readonly world: PlanWorld
}

/** The planned resource, its environment and the time. */
export interface Now {
  readonly kind: KindName
  readonly settings: Settings
  readonly now: EpochMillis
  /** The document that is applied. */
  readonly wanted: JsonObject
  /** The deployed session cluster of a FlinkSessionJob; null: no file contains it. */
  readonly cluster?: JsonObject | null
}

/** An empty world; a FlinkBlueGreenDeployment has the clusters of its children in addition to one for its ingress. */
const emptyFor = ({ kind, now, settings, wanted }: Now): PlanWorld => {
  const name = nameIn(wanted)
  return newWorld(
    now,
    settings.hasSnapshotController,
    kind === 'FlinkBlueGreenDeployment' ? [name, `${name}-blue`, `${name}-green`] : [],
  )
}

const decoded = <R>(kind: { decode(json: unknown): E.Either<DecodeError, R> }, json: JsonObject): E.Either<string, R> =>
  pipe(
    kind.decode(json),
    E.mapLeft(error => `what is deployed: ${decodeErrorText(error, json)}`),
  )

/** How long a deployed resource has run when it is edited. */
const settledMillis: Millis = 60_000

/** Applies a document and plays it to its steady state. */
const steady = (it: Now, kind: KindName, begun: PlanWorld, json: JsonObject): E.Either<string, PlanWorld> =>
  pipe(
    decoded(kindOf(kind), json),
    E.map(resource => {
      const of = { kind, name: resource.meta.name }
      const there = resourceIn(begun, of)
      const { spec, meta: { generation } } = resource
      const applied = there === null ? resource : { ...there, spec, meta: { ...there.meta, generation } }
      return pass(play(it.settings, begun, of, applied).world, settledMillis)
    }),
  )

/** What has to exist before the document is applied: the session cluster of a FlinkSessionJob, played until it is ready. */
export const nothing = (it: Now, namespace: string, document: JsonObject = it.wanted): E.Either<string, Before> => {
  const world = emptyFor(it)
  if (it.kind !== 'FlinkSessionJob') return E.right({ json: null, world })
  const { cluster = null } = it
  return cluster === null ? E.left(withoutCluster(document))
    : pipe(
      steady(it, 'FlinkDeployment', world, withUid(editedResource('FlinkDeployment', runningDocument(cluster), null, namespace, it.now))),
      E.map(ready => ({ json: null, world: ready })),
    )
}

const withoutCluster = (document: JsonObject): string =>
  `its session cluster ${JSON.stringify(sessionClusterNameIn(document))} is in none of the files: `
  + 'name the file of that FlinkDeployment, too, or leave --offline out'

/** With another uid than the planned resource. */
const withUid = (json: JsonObject): JsonObject => ({
  ...json,
  metadata: { ...json['metadata'] as JsonObject, uid: '00000000-0000-0000-0000-000000000001' },
})

/** For a document without a status: plays its spec from an empty world to its steady state. It then runs, and is healthy. */
const played = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> => {
  const json = editedResource(it.kind, asFirstApplied(runningDocument(deployed)), null, namespace, it.now)
  return pipe(
    nothing(it, namespace, deployed),
    E.chain(({ world }) => servesGreen(it, deployed) ? steady(it, it.kind, world, asBlue(json)) : E.right(world)),
    E.chain(world => steady(it, it.kind, world, json)),
    E.map(world => ({ json, world })),
  )
}

/** As a user applied it first: our finalizer on a resource without a record would mean that its status was removed (P25). */
const asFirstApplied = (json: JsonObject): JsonObject => {
  const { finalizers: _ours, ...metadata } = (json['metadata'] ?? {}) as JsonObject
  return { ...json, metadata }
}

const servesGreen = ({ kind }: Now, { status }: JsonObject): boolean =>
  kind === 'FlinkBlueGreenDeployment' && (status as JsonObject | undefined)?.['blueGreenState'] === 'ACTIVE_GREEN'

/** An earlier state of a FlinkBlueGreenDeployment: the edit to the present state switches to green. */
const asBlue = (json: JsonObject): JsonObject => {
  const spec = json['spec'] as JsonObject
  const template = (spec['template'] ?? {}) as JsonObject
  const inner = (template['spec'] ?? {}) as JsonObject
  const { image = null } = inner
  const before = { ...inner, image: `${typeof image === 'string' ? image : 'flink'}-before` }
  return { ...json, spec: { ...spec, template: { ...template, spec: before } } }
}

/**
 * The world that the status and the queries show; null: the state can't be determined, or not for this kind. `json` null: it is not
 * deployed.
 */
export const asReported = (it: Now, json: JsonObject | null, facts: Facts): E.Either<string, Before | null> => {
  const env: Env = { ...it.settings, now: it.now, consecutiveFailures: 0 }
  const empty = emptyFor(it)
  const reported = (world: PlanWorld | null): Before | null => (world === null ? null : { json, world })
  switch (it.kind) {
    case 'FlinkDeployment':
      return json === null ? E.right({ json, world: empty }) : pipe(
        decoded(kinds.FlinkDeployment, json),
        E.map(resource => reported(worldOf(empty, { resource, desired: kinds.FlinkDeployment.validate(resource, env), facts }))),
      )
    case 'FlinkSessionJob':
      return json === null ? E.right(reported(withSessionJob(empty, null, facts, env))) : pipe(
        decoded(kinds.FlinkSessionJob, json),
        E.map(resource => reported(withSessionJob(empty, resource, facts, env))),
      )
    case 'FlinkBlueGreenDeployment':
      return json === null ? E.right({ json, world: empty }) : pipe(
        decoded(kinds.FlinkBlueGreenDeployment, json),
        E.map(resource => {
          const world = withChildren(empty, facts, env)
          return reported(world === null ? null : withResource(world, { kind: it.kind, name: resource.meta.name }, resource))
        }),
      )
    case 'FlinkApplication':
      return json === null ? E.right({ json, world: empty }) : pipe(
        decoded(kinds.FlinkApplication, json),
        E.chain(live => (isServedAlone(live.status) ? servedAlone(it, json, live) : E.right(null))),
      )
    default:
      return E.right(json === null ? { json, world: empty } : null)
  }
}

/**
 * One version runs, and nothing is in progress. A cluster that was scaled in place is excluded, because its objects have the names of
 * another hash.
 */
const isServedAlone = ({ phase, operation, inPlaceUpdatedFromHash }: FlinkApplicationStatus): boolean =>
  phase === 'Running' && operation === null && inPlaceUpdatedFromHash === ''

/**
 * A FlinkApplication that runs as its spec says equals the result of playing that spec from an empty world; null: another version of
 * it runs.
 */
const servedAlone = (it: Now, json: JsonObject, { meta, status }: Application): E.Either<string, Before | null> =>
  pipe(
    played(it, meta.namespace, json),
    E.map(({ world }) => {
      const reached = resourceIn(world, { kind: it.kind, name: meta.name }) as Application | null
      return reached !== null && isServedAlone(reached.status) && reached.status.deployHash === status.deployHash ? { json, world } : null
    }),
  )

/** Without queries: the world that its status shows, if it has one; otherwise the resource is assumed to run. */
export const unasked = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> =>
  it.kind === 'FlinkDeployment' && hasRecord(deployed)
    ? pipe(
      asReported(it, deployed, {}),
      E.chain(before => (before === null ? played(it, namespace, deployed) : E.right(before))),
    )
    : played(it, namespace, deployed)
