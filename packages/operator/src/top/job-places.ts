import type { JsonObject, Env, RestEndpoint } from '@flink-operator/core'
import { autoscalerConfigMapName, wantedParallelism } from '@flink-operator/core/autoscaler'
import { arrayAt, nameOf, objectAt, textAt } from './json-place.ts'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { isPaused } from '../fleet/attention.ts'
import { requestedResources } from '../metrics/resource-view.ts'
import { applicationPlaces, type ClusterObjects } from './application-places.ts'
import { recordedFigures } from './job-figures.ts'
import { hasEnded, type JobPlace, type TopKind } from './job-place.ts'

const uidOf = (json: unknown): string | null => textAt(objectAt(json, 'metadata'), 'uid')

/** Two resources of the same name share a ConfigMap: it belongs to its owner, or to both if it has no owner. */
const isOf = (configMap: JsonObject, resource: JsonObject): boolean => {
  const owners = arrayAt(objectAt(configMap, 'metadata'), 'ownerReferences').map(owner => (owner as { readonly uid?: unknown }).uid)
  const { namespace, name } = nameOf(configMap)
  const of = nameOf(resource)
  return namespace === of.namespace && name === autoscalerConfigMapName(of) && (owners.length === 0 || owners.includes(uidOf(resource)))
}

/** The autoscaler's target for each vertex of the job; null: none is stored. */
export const wantedIn = (configMaps: readonly JsonObject[], resource: JsonObject): Readonly<Record<string, number>> | null => {
  const found = configMaps.find(it => isOf(it, resource))
  if (found === undefined) return null
  const data = objectAt(found, 'data')
  return wantedParallelism(Object.fromEntries(
    Object.keys(data).flatMap(key => {
      const text = textAt(data, key)
      return text === null ? [] : [[key, text] as const]
    }),
  ))
}

/** REST endpoint of a FlinkDeployment, as the operator computes it. */
export const endpointOf = (json: JsonObject, env: Env): RestEndpoint | null => {
  const decoded = flinkDeploymentKind.decode(json)
  if (E.isLeft(decoded)) return null
  const { deployed } = flinkDeploymentKind.validate(decoded.right, env)
  return deployed._tag === 'Never' ? null : deployed.endpoint
}

/** The cluster of a job; for a session job the cluster that it was submitted to, even if its spec changed since. */
const clusterOf = (kind: Exclude<TopKind, 'FlinkApplication'>, json: JsonObject): string =>
  (kind === 'FlinkDeployment' ? nameOf(json).name : sessionClusterNameIn(json)) ?? ''

/**
 * Every job and session cluster with its place. The endpoints of session jobs come from their FlinkDeployments. `autoscaled`:
 * ConfigMaps of the autoscaler that could be read.
 */
export const jobPlaces = (
  all: Readonly<Record<TopKind, readonly JsonObject[]>>,
  objects: ClusterObjects,
  env: Env,
  autoscaled: readonly JsonObject[] = [],
): readonly JobPlace[] => {
  const endpoints = new Map(all.FlinkDeployment.map(json => {
    const { namespace, name } = nameOf(json)
    return [`${namespace}/${name}`, endpointOf(json, env)]
  }))
  const withOneCluster = (kind: Exclude<TopKind, 'FlinkApplication'>) => (json: JsonObject): JobPlace => {
    const { namespace, name } = nameOf(json)
    const status = json['status'] ?? null
    const { lifecycleState, jobState } = kindOf(kind).states.of(status)
    return {
      kind,
      namespace,
      name,
      version: null,
      lifecycleState,
      isPaused: isPaused(status),
      jobState,
      jobId: textAt(objectAt(status, 'jobStatus'), 'jobId'),
      isOver: hasEnded(jobState),
      recorded: recordedFigures(json),
      endpoint: endpoints.get(`${namespace}/${clusterOf(kind, json)}`) ?? null,
      requested: kind === 'FlinkDeployment' ? requestedResources(json, status, env) : null,
      wanted: wantedIn(autoscaled, json),
    }
  }
  return [
    ...all.FlinkDeployment.map(withOneCluster('FlinkDeployment')),
    ...all.FlinkSessionJob.map(withOneCluster('FlinkSessionJob')),
    ...all.FlinkApplication.flatMap(json => applicationPlaces(json, objects)),
  ]
}
