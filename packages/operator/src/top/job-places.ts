import type { Env, JsonObject, RestEndpoint } from '@flink-operator/core'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import { kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { isPaused } from '../fleet/attention.ts'
import { requestedResources } from '../metrics/resource-view.ts'
import { applicationPlaces, type ClusterObjects } from './application-places.ts'
import { wantedIn } from './autoscaled.ts'
import { recordedFigures } from './job-figures.ts'
import { hasEnded, type JobPlace, type TopKind } from './job-place.ts'
import { nameOf, objectAt, textAt } from './json-place.ts'

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
