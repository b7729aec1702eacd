import { type AdapterError, type EpochMillis, identityOf, type JsonObject, redactText } from '@flink-operator/core'
import type { FlinkConfiguration } from '@flink-operator/core/flink-configuration'
import { redactJson, secretsFor } from '@flink-operator/core/redaction'
import type { ObjectRef } from '@flink-operator/core/resource'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import { exactResource, plannedKinds } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { FleetSource } from '../fleet/fleet-source.ts'
import type { Settings } from '../settings.ts'
import type { Refused } from './access/refused.ts'
import type { LastObserved } from './last-observed.ts'
import type { ResourceKey } from '../port/cluster-port.ts'

/** Sources of live resources. */
export interface LiveSources {
  /** Keys of the watched resources. */
  readonly keys: (kind: KindName) => readonly ResourceKey[]
  readonly read: (ref: ObjectRef) => Promise<E.Either<AdapterError, JsonObject>>
  readonly settings: () => Settings
  /** The facts of a resource's last round; null: it had none in this process. */
  readonly observed: LastObserved['of']
  readonly now: () => EpochMillis
  /** Null: the fleet page is off. */
  readonly fleet: FleetSource | null
}

export interface ListedResource extends ResourceKey {
  readonly kind: KindName
}

/** Watched resources that can be planned, by kind and name. */
export const listedResources = ({ keys }: LiveSources): readonly ListedResource[] =>
  plannedKinds.flatMap(kind =>
    keys(kind).map(({ namespace, name }) => ({ kind, namespace, name }))
      .sort((a, b) => `${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1)
  )

/** A resource as shown to users: exact JSON without secrets (P23) and without `managedFields`. */
const shown = ({ settings, now }: LiveSources, json: JsonObject): JsonObject => {
  const { managedFields: _, ...metadata } = (json['metadata'] ?? {}) as JsonObject
  const env = { ...settings(), now: now(), consecutiveFailures: 0 }
  return exactResource(redactJson({ ...json, metadata }, secretsFor(env, json, env.flinkDefaults)) as JsonObject)
}

/** The requested resource, if it is watched. */
export interface Wanted {
  readonly kind: string | null
  readonly namespace: string | null
  readonly name: string | null
}

const watchedKey = ({ keys }: LiveSources, wanted: Wanted): readonly [KindName, ResourceKey] | null => {
  const kind = kindNames.find(it => it === wanted.kind)
  const key = kind === undefined ? undefined : keys(kind).find(it => it.namespace === wanted.namespace && it.name === wanted.name)
  return kind === undefined || key === undefined ? null : [kind, key]
}

/**
 * The facts of a resource's last round and their age by the operator's clock; without secrets (P23), including those that other
 * objects of its cluster repeat. Null: the resource is not watched, or had no round in this process.
 */
export const liveObserved = async (sources: LiveSources, wanted: Wanted): Promise<JsonObject | null> => {
  const found = watchedKey(sources, wanted)
  const observed = found === null ? null : sources.observed(...found)
  if (found === null || observed === null) return null
  const [kind, key] = found
  const read = await sources.read({ ...identityOf(kindOf(kind).type), ...key })
  if (E.isLeft(read)) return null
  const env = { ...sources.settings(), now: sources.now(), consecutiveFailures: 0 }
  const { at, resourceVersion, facts } = observed
  return redactJson(
    { at, age: Math.max(0, sources.now() - at), resourceVersion, facts: facts as unknown as JsonObject },
    secretsFor(env, read.right, facts, env.flinkDefaults),
  ) as JsonObject
}

/** A watched resource, read live; for a FlinkSessionJob, its session cluster follows it if the user may see it. Left: why not. */
export const liveResource = async (
  sources: LiveSources,
  wanted: Wanted,
  maySeeCluster: (name: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<E.Either<Refused, readonly JsonObject[]>> => {
  const asked = watchedKey(sources, wanted)
  if (asked === null) return E.left({ status: 404, why: 'no such resource is watched' })
  const [kind, key] = asked
  const read = (of: KindName, at: ResourceKey) => sources.read({ ...identityOf(kindOf(of).type), ...at })
  const found = await read(kind, key)
  if (E.isLeft(found)) {
    const { _tag, message } = found.left
    return E.left({ status: _tag === 'NotFound' ? 404 : 502, why: redactText(message) })
  }
  const clusterName = kind === 'FlinkSessionJob' ? sessionClusterNameIn(found.right) : null
  const ofCluster = { namespace: key.namespace, name: clusterName ?? '' }
  const cluster =
    clusterName !== null && watchedKey(sources, { kind: 'FlinkDeployment', ...ofCluster }) !== null && await maySeeCluster(clusterName)
      ? await read('FlinkDeployment', ofCluster) : null
  const objects = cluster === null || E.isLeft(cluster) ? [found.right] : [found.right, cluster.right]
  return E.right(objects.map(object => shown(sources, object)))
}

/** The operator's configuration, without secrets (P23). */
export const liveConfiguration = ({ settings }: LiveSources): FlinkConfiguration =>
  redactJson({ ...settings().flinkDefaults.configuration }) as FlinkConfiguration
