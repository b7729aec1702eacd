import { type AdapterError, type Fact, identityOf, type Json, type JsonObject, type Query, unknown } from '@flink-operator/core'
import type { DeleteObject, FlinkAction, WriteAutoscalerState } from '@flink-operator/core/action'
import { unknownReasonOf } from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'
import { type ObjectRef, resourceTypes, startedAnnotation, startedValue } from '@flink-operator/core/resource'
import { openApiSchemaOf, stringifyJson } from '@flink-operator/core/codec'
import type { AnyKind } from '@flink-operator/core/kinds'
import { kindNames, kindOf } from '@flink-operator/kinds'
import { answerQuery as answerFlink, execute as executeFlink, type FlinkHttp, type JarSource } from '@flink-operator/flink-rest-adapter'
import {
  addFinalizer,
  markStarted,
  answerQuery as answerKubernetes,
  applyObject,
  createObject,
  createStateSnapshot,
  deleteHaMetadata,
  deleteObject,
  emitEvent,
  type Http,
  manifestRef,
  patchObject,
  persistStatus,
  pruneHaExecutionPlan,
  readObject,
  removeFinalizer,
  type StoredStatus,
  type WatchedClusters,
  writeAutoscalerState,
} from '@flink-operator/k8s-adapter'
import { deleteHaMetadata as deleteInZooKeeper, prunePlans, readHaMetadata, type ZooKeeper } from '@flink-operator/zookeeper-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { Clock } from '../clock.ts'
import type { ClusterPort, Effect, EffectAnswer, EffectContext } from '../port/cluster-port.ts'
import { clusterOf, jarRules, type JarSettings } from './jar-rules.ts'
import type { SharedCapacity } from './shared-capacity.ts'

export interface AdapterPortOptions {
  readonly kubernetes: Http
  readonly flink: FlinkHttp
  readonly clock: Clock
  /** Null: this process may not connect to ZooKeeper, so its data is unknown. */
  readonly zooKeeper?: ZooKeeper | null
  /** The watches' view of clusters; null: every query is answered live. */
  readonly watched?: WatchedClusters | null
  /** The view of the nodes that all jobs share; null: each query reads the nodes. */
  readonly capacity?: SharedCapacity | null
  /** The current settings; null: this port only answers queries, and fetches or runs no jar. */
  readonly settings?: (() => JarSettings) | null
  /** Where jars come from, by scheme, instead of from their hosts. */
  readonly jarSources?: Readonly<Record<string, JarSource>>
  /** The kind whose rounds use the port. */
  readonly kind: Pick<AnyKind, 'type' | 'definition' | 'encodeStatus'>
}

/** The JSON of an object that we create. A custom resource of ours gets its 64-bit nonces as numbers. */
const textOf = (manifest: JsonObject): string => {
  const name = kindNames.find(it => it === manifest['kind'])
  return name === undefined ? JSON.stringify(manifest) : stringifyJson(manifest, openApiSchemaOf(kindOf(name).definition))
}

const isObject = (json: Json): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json)

const objectAt = (object: JsonObject, field: string): JsonObject => {
  const value = object[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

/** The resource after a write. Fields that the write did not change stay as read, since the write applied to exactly that version. */
const rewritten = (resource: JsonObject, resourceVersion: string, metadata: JsonObject, status: JsonObject | null): EffectAnswer => ({
  written: {
    resourceVersion,
    resource: {
      ...resource,
      metadata: { ...objectAt(resource, 'metadata'), ...metadata, resourceVersion },
      ...(status === null ? {} : { status }),
    },
  },
})

const nothingWritten: EffectAnswer = { written: null }

const isFlinkQuery = (query: Query): query is FlinkQuery => query._tag.startsWith('Get')

const noZooKeeper: AdapterError = {
  _tag: 'Unreachable',
  message: 'this process has no ZooKeeper client',
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
}

const missingManifest: AdapterError = {
  _tag: 'Invalid',
  message: 'no manifest was rendered',
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
}

/** Implements the loop's port by the adapters: only routes each query and effect to its adapter. */
export const createAdapterPort = (
  { kubernetes, flink, clock, zooKeeper = null, watched = null, capacity = null, settings = null, jarSources = {}, kind }:
    AdapterPortOptions,
): ClusterPort => {
  const schema = openApiSchemaOf(kind.definition)
  const eventCounts = new Map<string, number>()
  const stringify = (json: JsonObject): string => stringifyJson(json, schema)
  const unanswered = async (task: TE.TaskEither<AdapterError, unknown>): Promise<E.Either<AdapterError, EffectAnswer>> =>
    E.map(() => nothingWritten)(await task())
  /** Records our own write, so that it counts before the watches report it. */
  const reported = async (
    target: ObjectRef,
    cluster: string,
    task: TE.TaskEither<AdapterError, Json>,
  ): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const answer = await task()
    if (E.isRight(answer)) watched?.wrote(answer.right)
    else if (answer.left.applied !== 'No') watched?.doubt(target, cluster)
    return E.map(() => nothingWritten)(answer)
  }
  const ofManifest = (
    { manifest, meta }: EffectContext,
    write: (manifest: JsonObject) => TE.TaskEither<AdapterError, Json>,
  ): Promise<E.Either<AdapterError, EffectAnswer>> =>
    manifest === null ? Promise.resolve(E.left(missingManifest)) : reported(manifestRef(manifest), meta.name, write(manifest))
  const doDelete = async (effect: DeleteObject, { meta }: EffectContext): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const answer = await deleteObject(kubernetes)(effect)()
    if (E.isLeft(answer)) {
      if (answer.left.applied !== 'No') watched?.doubt(effect.target, meta.name)
    } else if (
      isObject(answer.right) && answer.right['kind'] === effect.target.kind && 'deletionTimestamp' in objectAt(answer.right, 'metadata')
    ) watched?.wrote(answer.right)
    else watched?.removed(effect.target)
    return E.map(() => nothingWritten)(answer)
  }
  const doFlink = async (action: FlinkAction, context: EffectContext): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const now = settings?.() ?? null
    const options = now === null ? {} : { submissionTimeout: now.options.jobSubmissionTimeout }
    if (now === null || action._tag !== 'UploadJar') return unanswered(executeFlink(flink, options)(action))
    const cluster = await readCluster(context)
    if (E.isLeft(cluster)) return E.left({ ...cluster.left, applied: 'No' })
    const jar = { rules: jarRules(now, context, cluster.right), signal: context.signal, sources: jarSources }
    return unanswered(executeFlink(flink, { ...options, jar })(action))
  }
  /** The FlinkDeployment of a session job: the job's configuration overrides the cluster's. Null: it does not exist. */
  const readCluster = async (context: EffectContext): Promise<E.Either<AdapterError, JsonObject | null>> => {
    const name = clusterOf(context)
    if (name === null) return E.right(null)
    const answer = await readObject(kubernetes)({ ...identityOf(resourceTypes.FlinkDeployment), namespace: context.meta.namespace, name })()
    return E.isLeft(answer) && answer.left._tag === 'NotFound' ? E.right(null) : answer
  }

  /** Takes the room of a scaling from the shared view once the scaling is stored. */
  const stored = async (effect: WriteAutoscalerState): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const answer = await unanswered(writeAutoscalerState(kubernetes)(effect))
    if (E.isRight(answer) && effect.reserves !== undefined) capacity?.reserve(effect.reserves)
    return answer
  }

  const perform = async (effect: Effect, context: EffectContext): Promise<E.Either<AdapterError, EffectAnswer>> => {
    const own = { ...context.meta, resourceVersion: context.resourceVersion }
    switch (effect._tag) {
      case 'PersistStatus': {
        const status = kind.encodeStatus(effect.status, context.resource['status'] ?? null) as JsonObject
        // the status as the round read it: the base for the write
        const stored = await persistStatus(kubernetes, own, {
          stringify,
          ...(effect.over === undefined ? {} : { over: objectAt(context.resource, 'status') }),
        })(status)()
        return E.map(({ resourceVersion, status: kept, edited }: StoredStatus) =>
          rewritten(edited ?? context.resource, resourceVersion, {}, kept)
        )(stored)
      }
      case 'AddFinalizer': {
        const answer = await addFinalizer(kubernetes, own)(effect)()
        const finalizers = [...own.finalizers.filter(other => other !== effect.finalizer), effect.finalizer]
        return E.map((resourceVersion: string) => rewritten(context.resource, resourceVersion, { finalizers }, null))(answer)
      }
      case 'RemoveFinalizer': {
        const answer = await removeFinalizer(kubernetes, own)(effect)()
        const finalizers = own.finalizers.filter(other => other !== effect.finalizer)
        return E.map((
          resourceVersion: string | null,
        ) => (resourceVersion === null ? nothingWritten : rewritten(context.resource, resourceVersion, { finalizers }, null)))(answer)
      }
      case 'MarkStarted': {
        const answer = await markStarted(kubernetes, own)(effect)()
        const annotations = { ...own.annotations, [startedAnnotation]: startedValue(own.uid, effect.mark) }
        return E.map((resourceVersion: string) => rewritten(context.resource, resourceVersion, { annotations }, null))(answer)
      }
      case 'CreateObject':
        return ofManifest(context, createObject(kubernetes))
      case 'ApplyObject':
        return ofManifest(
          context,
          manifest => applyObject(kubernetes, textOf)(manifest, effect.uid, effect.resourceVersion ?? null),
        )
      case 'PatchObject':
        return reported(effect.target, context.meta.name, patchObject(kubernetes)(effect))
      case 'DeleteObject':
        return doDelete(effect, context)
      case 'DeleteHaMetadata':
        return unanswered(deleteHaMetadata(kubernetes)(effect))
      case 'PruneHaExecutionPlan':
        return unanswered(pruneHaExecutionPlan(kubernetes)(effect))
      case 'DeleteZooKeeperHaMetadata':
        return zooKeeper === null ? E.left(noZooKeeper) : E.map(() => nothingWritten)(await deleteInZooKeeper(zooKeeper)(effect))
      case 'PruneZooKeeperPlans':
        return zooKeeper === null ? E.left(noZooKeeper) : E.map(() => nothingWritten)(await prunePlans(zooKeeper)(effect))
      case 'CreateStateSnapshot':
        return unanswered(createStateSnapshot(kubernetes)(effect))
      case 'WriteAutoscalerState':
        return stored(effect)
      case 'EmitEvent':
        return unanswered(emitEvent(kubernetes, clock, own, eventCounts)(effect))
      case 'StopWithSavepoint':
      case 'CancelJob':
      case 'TriggerSavepoint':
      case 'TriggerCheckpoint':
      case 'DisposeSavepoint':
      case 'UpdateResourceRequirements':
      case 'UploadJar':
      case 'RunJar':
      case 'DeleteJar':
        return doFlink(effect, context)
    }
  }

  const kubernetesAnswer = answerKubernetes(kubernetes, clock, watched)
  const flinkAnswer = answerFlink(flink, clock.now)

  return {
    perform,
    answer: (query): Promise<Fact<unknown>> => {
      if (query._tag === 'ReadZooKeeperHaMetadata')
        return zooKeeper === null ? Promise.resolve(unknown(unknownReasonOf[noZooKeeper._tag], noZooKeeper.message, clock.now()))
          : readHaMetadata(zooKeeper, clock.now)(query.place)
      if (query._tag === 'ReadClusterCapacity' && capacity !== null)
        return capacity.answer(query.refreshInterval, kubernetesAnswer(query))
      return isFlinkQuery(query) ? flinkAnswer(query)() : kubernetesAnswer(query)()
    },
    readResource: async ({ namespace, name }) => {
      const answer = await readObject(kubernetes)({ ...identityOf(kind.type), namespace, name })()
      return E.isLeft(answer) && answer.left._tag === 'NotFound' ? E.right(null) : answer
    },
  }
}
