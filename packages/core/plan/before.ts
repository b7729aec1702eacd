import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { sessionClusterNameIn } from '../src/codec/recorded-spec.ts'
import type { Env } from '../src/env.ts'
import type { Facts } from '../src/fact/facts.ts'
import { type KindName, kindOf, kinds } from '../src/kinds.ts'
import type { FlinkApplicationStatus } from '../src/kind/flink-application/status/flink-application-status.ts'
import { decodeErrorText } from '../src/redaction/decode-error-text.ts'
import type { DecodeError } from '../src/resource/finding.ts'
import type { JsonObject } from '../src/resource/json.ts'
import type { Resource } from '../src/resource/resource.ts'
import type { EpochMillis, Millis } from '../src/resource/time.ts'
import { editedResource, hasRecord, nameIn, runningDocument } from './edited-resource.ts'
import { play } from './play.ts'
import type { Settings } from './play-round.ts'
import { withChildren } from './world/children-world.ts'
import { newWorld, pass, type PlanWorld, resourceIn, withResource } from './world/plan-world.ts'
import { withSessionJob } from './world/session-world.ts'
import { worldOf } from './world/world-of.ts'

type Application = Resource<unknown, FlinkApplicationStatus>

/** What is there before the edit. */
export interface Before {
  /** The resource as it is deployed; null: it is not. */
  readonly json: JsonObject | null
  readonly world: PlanWorld
}

/** Whose resource it is, and when. */
export interface Now {
  readonly kind: KindName
  readonly settings: Settings
  readonly now: EpochMillis
  /** The document that is applied. */
  readonly wanted: JsonObject
  /** The session cluster that a FlinkSessionJob runs in, as it is deployed; null: no file tells. */
  readonly cluster?: JsonObject | null
}

/** A world where nothing is; a FlinkBlueGreenDeployment has the clusters of its children beside the one that its ingress stands for. */
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

/** What is deployed has run for so long when it is edited. */
const settledMillis: Millis = 60_000

/** A document is applied and played to its steady state. */
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

/** What has to stand before the document is applied: the session cluster of a FlinkSessionJob, played until it is ready. */
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

/** Another one than that of what is planned. */
const withUid = (json: JsonObject): JsonObject => ({
  ...json,
  metadata: { ...json['metadata'] as JsonObject, uid: '00000000-0000-0000-0000-000000000001' },
})

/** A document without a status: its spec is played from nothing to its steady state. It runs, and is healthy. */
const played = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> => {
  const json = editedResource(it.kind, asFirstApplied(runningDocument(deployed)), null, namespace, it.now)
  return pipe(
    nothing(it, namespace, deployed),
    E.chain(({ world }) => servesGreen(it, deployed) ? steady(it, it.kind, world, asBlue(json)) : E.right(world)),
    E.chain(world => steady(it, it.kind, world, json)),
    E.map(world => ({ json, world })),
  )
}

/** As somebody applied it: a finalizer of ours on a resource without a record says that its status was taken away (P25). */
const asFirstApplied = (json: JsonObject): JsonObject => {
  const { finalizers: _ours, ...metadata } = (json['metadata'] ?? {}) as JsonObject
  return { ...json, metadata }
}

const servesGreen = ({ kind }: Now, { status }: JsonObject): boolean =>
  kind === 'FlinkBlueGreenDeployment' && (status as JsonObject | undefined)?.['blueGreenState'] === 'ACTIVE_GREEN'

/** A FlinkBlueGreenDeployment as it may have been before: the edit to what it is switches to green. */
const asBlue = (json: JsonObject): JsonObject => {
  const spec = json['spec'] as JsonObject
  const template = (spec['template'] ?? {}) as JsonObject
  const inner = (template['spec'] ?? {}) as JsonObject
  const { image = null } = inner
  const before = { ...inner, image: `${typeof image === 'string' ? image : 'flink'}-before` }
  return { ...json, spec: { ...spec, template: { ...template, spec: before } } }
}

/** As its status and the looks tell; null: what stands can't be told, or not of this kind. `json` null: it is not deployed. */
export const asTold = (it: Now, json: JsonObject | null, facts: Facts): E.Either<string, Before | null> => {
  const env: Env = { ...it.settings, now: it.now, consecutiveFailures: 0 }
  const empty = emptyFor(it)
  const told = (world: PlanWorld | null): Before | null => (world === null ? null : { json, world })
  switch (it.kind) {
    case 'FlinkDeployment':
      return json === null ? E.right({ json, world: empty }) : pipe(
        decoded(kinds.FlinkDeployment, json),
        E.map(resource => told(worldOf(empty, { resource, desired: kinds.FlinkDeployment.validate(resource, env), facts }))),
      )
    case 'FlinkSessionJob':
      return json === null ? E.right(told(withSessionJob(empty, null, facts, env))) : pipe(
        decoded(kinds.FlinkSessionJob, json),
        E.map(resource => told(withSessionJob(empty, resource, facts, env))),
      )
    case 'FlinkBlueGreenDeployment':
      return json === null ? E.right({ json, world: empty }) : pipe(
        decoded(kinds.FlinkBlueGreenDeployment, json),
        E.map(resource => {
          const world = withChildren(empty, facts, env)
          return told(world === null ? null : withResource(world, { kind: it.kind, name: resource.meta.name }, resource))
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

/** One version runs, and nothing is under way; no cluster was scaled in place, whose objects have the names of another hash. */
const isServedAlone = ({ phase, operation, inPlaceUpdatedFromHash }: FlinkApplicationStatus): boolean =>
  phase === 'Running' && operation === null && inPlaceUpdatedFromHash === ''

/** A FlinkApplication that runs as its spec says is what the same spec comes to from nothing; null: another version of it runs. */
const servedAlone = (it: Now, json: JsonObject, { meta, status }: Application): E.Either<string, Before | null> =>
  pipe(
    played(it, meta.namespace, json),
    E.map(({ world }) => {
      const reached = resourceIn(world, { kind: it.kind, name: meta.name }) as Application | null
      return reached !== null && isServedAlone(reached.status) && reached.status.deployHash === status.deployHash ? { json, world } : null
    }),
  )

/** Nobody is asked: by its status, if it has one, else it is assumed to run. */
export const unasked = (it: Now, namespace: string, deployed: JsonObject): E.Either<string, Before> =>
  it.kind === 'FlinkDeployment' && hasRecord(deployed)
    ? pipe(
      asTold(it, deployed, {}),
      E.chain(before => (before === null ? played(it, namespace, deployed) : E.right(before))),
    )
    : played(it, namespace, deployed)
