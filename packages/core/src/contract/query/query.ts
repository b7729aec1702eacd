import type { ObjectName } from '../fact/object-view.ts'
import type { Millis } from '../resource/time.ts'
import type { ZooKeeperPlace } from './zookeeper-place.ts'

/** The REST address of a Flink cluster. */
export interface RestEndpoint {
  readonly namespace: string
  /** Name of the Service: `<cluster-id>-rest`. */
  readonly service: string
  readonly port: number
  readonly tls: boolean
}

/**
 * How old an answer may be. `live`, the default: queried in this round. `watched`: the last state from a watch suffices. That may be old,
 * though never older than our own writes. It may be waited on and reported, but never proves that an object is absent, and never justifies
 * a deletion.
 */
export type Freshness = 'live' | 'watched'

/**
 * Which of its clusters a resource queries, if it has several (blue and green, the current and the previous deploy). The kind chooses the
 * name. Absent: it has one cluster.
 */
interface OfSlot {
  readonly slot?: string
}

/** Queries for the objects of a cluster. */
export type ClusterObjectQuery =
  & OfSlot
  & { readonly freshness?: Freshness }
  & (
    | { readonly _tag: 'ReadDeployment'; readonly namespace: string; readonly name: string }
    | { readonly _tag: 'ReadTaskManagerDeployment'; readonly namespace: string; readonly name: string }
    /** Pods by label selector. `withMountEvents` also queries FailedMount events of pods without a running container. */
    | {
      readonly _tag: 'ListJobManagerPods'
      readonly namespace: string
      readonly selector: Readonly<Record<string, string>>
      readonly withMountEvents: boolean
    }
    /** Every ConfigMap with the cluster's labels. A watch answers only for rendered ConfigMaps; those of HA services are queried live. */
    | { readonly _tag: 'ListConfigMaps'; readonly namespace: string; readonly clusterId: string }
    | { readonly _tag: 'ListServices'; readonly namespace: string; readonly clusterId: string }
    | { readonly _tag: 'ReadIngress'; readonly namespace: string; readonly name: string }
  )

/** Kubernetes queries: read live from the API server, or answered from a watch. */
export type KubernetesQuery =
  & OfSlot
  & (
    | ClusterObjectQuery
    /** Deployments, Services and Ingresses with all of these labels: those of all clusters of an application. */
    | {
      readonly _tag: 'ListLabelledObjects'
      readonly namespace: string
      readonly labels: Readonly<Record<string, string>>
    }
    /** Existing objects with these names, whatever their labels: a deploy must not create an object whose name a foreign one has. */
    | { readonly _tag: 'ReadNames'; readonly namespace: string; readonly objects: readonly ObjectName[] }
    /** One FlinkDeployment, decoded, for a resource that refers to it. */
    | { readonly _tag: 'ReadFlinkDeployment'; readonly namespace: string; readonly name: string }
    /** Every FlinkDeployment of a namespace, to find out which one names a path. */
    | { readonly _tag: 'ListFlinkDeployments'; readonly namespace: string }
    /** One FlinkSessionJob, decoded. */
    | { readonly _tag: 'ReadFlinkSessionJob'; readonly namespace: string; readonly name: string }
    /** The session jobs of one session cluster. `deploymentName` null: all of the namespace. */
    | { readonly _tag: 'ListFlinkSessionJobs'; readonly namespace: string; readonly deploymentName: string | null }
    /** The resources of `namingKinds` whose spec or status names one of these paths. */
    | { readonly _tag: 'ListNamingResources'; readonly namespace: string; readonly paths: readonly string[] }
    /** The autoscaler's state of one job. Always live: a decision needs the newest one, and its texts are too large for a cache. */
    | { readonly _tag: 'ReadAutoscalerState'; readonly namespace: string; readonly name: string }
    /**
     * The nodes of the cluster and their free capacity. Reading them is expensive, so one answer serves all jobs: it may be as old as
     * `refreshInterval`.
     */
    | { readonly _tag: 'ReadClusterCapacity'; readonly refreshInterval: Millis }
    /** The snapshots of one job. `job` null: all of the namespace. */
    | {
      readonly _tag: 'ListStateSnapshots'
      readonly namespace: string
      readonly job: { readonly kind: string; readonly name: string } | null
    }
  )

/** Flink's REST API. */
export type FlinkQuery =
  & OfSlot
  & (
    | { readonly _tag: 'GetJobsOverview'; readonly endpoint: RestEndpoint }
    | { readonly _tag: 'GetCheckpoints'; readonly endpoint: RestEndpoint; readonly jobId: string }
    /** What happens to the job's checkpoints; the job's code may have configured it (B23). */
    | { readonly _tag: 'GetCheckpointConfiguration'; readonly endpoint: RestEndpoint; readonly jobId: string }
    /** `for`: the fact that the answer fills. */
    | {
      readonly _tag: 'GetSavepointOperation'
      readonly endpoint: RestEndpoint
      readonly jobId: string
      readonly triggerId: string
      readonly for: 'stopOperation' | 'savepointOperation'
    }
    | { readonly _tag: 'GetCheckpointOperation'; readonly endpoint: RestEndpoint; readonly jobId: string; readonly triggerId: string }
    | { readonly _tag: 'GetCheckpointDetails'; readonly endpoint: RestEndpoint; readonly jobId: string; readonly checkpointId: number }
    | { readonly _tag: 'GetJobExceptions'; readonly endpoint: RestEndpoint; readonly jobId: string }
    | { readonly _tag: 'GetClusterOverview'; readonly endpoint: RestEndpoint }
    /** The uploaded jars. */
    | { readonly _tag: 'GetJars'; readonly endpoint: RestEndpoint }
    | { readonly _tag: 'GetJobMetrics'; readonly endpoint: RestEndpoint; readonly jobId: string }
    | { readonly _tag: 'GetResourceRequirements'; readonly endpoint: RestEndpoint; readonly jobId: string }
    /** The job's graph and counters, and the metric names of these vertices: one request, and one for each vertex, all concurrent. */
    | { readonly _tag: 'GetJobDetails'; readonly endpoint: RestEndpoint; readonly jobId: string; readonly namesOf: readonly string[] }
    /**
     * The job's metrics: two requests, and one for each vertex, all concurrent. `get`: metric names. Null: the metrics of a source whose
     * names are not known and have to be queried first.
     */
    | {
      readonly _tag: 'GetVertexMetrics'
      readonly endpoint: RestEndpoint
      readonly jobId: string
      readonly vertices: readonly { readonly id: string; readonly get: readonly string[] | null }[]
    }
  )

/**
 * The data of Flink's HA services in ZooKeeper, read from the ensemble as a whole in this round. No watch reports it. `slot`: that of the
 * place, so that two places are never mixed up.
 */
export interface ZooKeeperQuery {
  readonly _tag: 'ReadZooKeeperHaMetadata'
  readonly place: ZooKeeperPlace
  readonly slot: string
}

/** A query that a round needs answered before it decides. Each variant fills one field of the kind's facts (`factOf`). */
export type Query = KubernetesQuery | FlinkQuery | ZooKeeperQuery

/** The same query, if an answer from a watch suffices (`Freshness`). */
export const watched = <Asked extends ClusterObjectQuery>(query: Asked): Asked & { readonly freshness: 'watched' } => ({
  ...query,
  freshness: 'watched',
})

/** True for data that a running JobManager writes: high-availability metadata. */
const isWrittenByPods = (query: Query): boolean =>
  query._tag === 'ReadZooKeeperHaMetadata' || (query._tag === 'ListConfigMaps' && query.freshness !== 'watched')

/**
 * The queries of one look, in the order of their steps; queries of one step are made concurrently. If a look has to show both that a
 * JobManager is gone and which data it left, the data is queried after the pods. With concurrent queries, a slow answer about pods could
 * miss a pod that wrote after its ConfigMaps had been listed.
 */
export const lookOrder = (queries: readonly Query[]): readonly (readonly Query[])[] => {
  const last = queries.some(({ _tag }) => _tag === 'ListJobManagerPods') ? queries.filter(isWrittenByPods) : []
  return last.length === 0 ? [queries] : [queries.filter(query => !last.includes(query)), last]
}
