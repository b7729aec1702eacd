import type { JsonObject } from '@flink-operator/core'
import { kinds } from '@flink-operator/kinds'
import { appLabel, hashLabel, type RecordedCluster, recordedClusters } from '@flink-operator/lyft'
import { podRequests } from '@flink-operator/core/manifest'
import * as E from 'fp-ts/lib/Either.js'
import { isPaused } from '../fleet/attention.ts'
import { recordedFigures } from './job-figures.ts'
import { hasEnded, type JobPlace } from './job-place.ts'
import { arrayAt, nameOf, objectAt, textAt } from './json-place.ts'

/** Cluster objects of FlinkApplications; null: they could not be listed. */
export interface ClusterObjects {
  readonly deployments: readonly JsonObject[] | null
  readonly services: readonly JsonObject[] | null
}

type Json = Readonly<Record<string, unknown>>

const labelIn = (object: JsonObject, label: string): string | null => textAt(objectAt(objectAt(object, 'metadata'), 'labels'), label)

/** CPU and memory that all pods of a Deployment request. */
const requestedBy = (deployment: JsonObject): { readonly cpu: number; readonly memory: number } => {
  const spec = objectAt(deployment, 'spec')
  const replicas = typeof spec['replicas'] === 'number' ? spec['replicas'] : 1
  const { cpu, memory } = podRequests(objectAt(objectAt(spec, 'template'), 'spec') as JsonObject)
  return { cpu: replicas * cpu, memory: replicas * memory }
}

const uiPortOf = (service: JsonObject): number | null => {
  const ui = arrayAt(objectAt(service, 'spec'), 'ports').find(port => (port as Json)['name'] === 'ui')
  const port = (ui as Json | undefined)?.['port']
  return typeof port === 'number' ? port : null
}

const requestedOf = (cluster: RecordedCluster, namespace: string, name: string, deployments: ClusterObjects['deployments']) =>
  deployments?.filter(it =>
    nameOf(it).namespace === namespace && labelIn(it, appLabel) === name && cluster.hashes.includes(labelIn(it, hashLabel) ?? '')
  ).map(requestedBy).reduce((all, it) => ({ cpu: all.cpu + it.cpu, memory: all.memory + it.memory }), { cpu: 0, memory: 0 }) ?? null

/**
 * A FlinkApplication by its clusters: two while an update has both, or both versions run. One without a cluster, or one that can't
 * be decoded, gets one line.
 */
export const applicationPlaces = (json: JsonObject, { deployments, services }: ClusterObjects): readonly JobPlace[] => {
  const { namespace, name } = nameOf(json)
  const { lifecycleState } = kinds.FlinkApplication.states.of(json['status'] ?? null)
  const of = {
    kind: 'FlinkApplication',
    namespace,
    name,
    lifecycleState,
    isPaused: isPaused(json['status'] ?? null),
    recorded: recordedFigures(json),
  } as const
  const nowhere: JobPlace = {
    ...of,
    version: null,
    jobState: null,
    jobId: null,
    isOver: false,
    endpoint: null,
    requested: null,
    wanted: null,
  }
  const decoded = kinds.FlinkApplication.decode(json)
  if (E.isLeft(decoded)) return [nowhere]
  const clusters = recordedClusters(decoded.right)
  // an edit of uiPort does not change the port of an existing Service
  const portOf = (wanted: string): number => {
    const service = services?.find(it => nameOf(it).namespace === namespace && nameOf(it).name === wanted)
    return (service === undefined ? null : uiPortOf(service)) ?? decoded.right.spec.uiPort
  }
  return clusters.length === 0 ? [nowhere] : clusters.map((cluster): JobPlace => {
    const { hash, colour, service, jobId, jobState, isJobOver } = cluster
    return {
      ...of,
      version: colour === null ? hash : `${hash} ${colour}`,
      jobState,
      jobId,
      isOver: isJobOver || hasEnded(jobState),
      endpoint: { namespace, service, port: portOf(service), tls: false },
      requested: requestedOf(cluster, namespace, name, deployments),
      wanted: null,
    }
  })
}
