import type { Env, JsonObject, RestEndpoint } from '@flink-operator/core'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import { flinkDeploymentKind, kindOf } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { requestedResources } from '../metrics/resource-view.ts'
import { applicationPlaces, type ClusterObjects } from './application-places.ts'
import { wantedIn } from './autoscaled.ts'
import { hasEnded, type JobPlace, type TopKind } from './job-place.ts'
import { nameOf, objectAt, textAt } from './json-place.ts'

/** Where the REST API of a FlinkDeployment answers, as the operator knows it. */
export const endpointOf = (json: JsonObject, env: Env): RestEndpoint | null => {
  const decoded = flinkDeploymentKind.decode(json)
  if (E.isLeft(decoded)) return null
  const { deployed } = flinkDeploymentKind.validate(decoded.right, env)
  return deployed._tag === 'Never' ? null : deployed.endpoint
}

/** Name of the cluster that a job runs in: of a session job the one that it was submitted to, whatever its spec says since. */
const clusterOf = (kind: Exclude<TopKind, 'FlinkApplication'>, json: JsonObject): string =>
  (kind === 'FlinkDeployment' ? nameOf(json).name : sessionClusterNameIn(json)) ?? ''

/**
 * Every job with its place, session clusters among them; FlinkDeployments tell where the clusters of session jobs answer. `autoscaled`:
 * ConfigMaps of the autoscaler, as far as they could be seen.
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
      jobState,
      jobId: textAt(objectAt(status, 'jobStatus'), 'jobId'),
      isOver: hasEnded(jobState),
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
