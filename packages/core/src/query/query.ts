import type { ObjectName } from '../fact/named-object-view.ts'
import type { ZooKeeperPlace } from './zookeeper-place.ts'

/** Where a Flink cluster's REST API answers. */
export interface RestEndpoint {
  readonly namespace: string
  /** Name of the Service: `<cluster-id>-rest`. */
  readonly service: string
  readonly port: number
  readonly tls: boolean
}

/**
 * How old an answer may be. `live`, which is meant where nothing is said: asked for in this round. `watched`: what a watch told last is
 * enough. Such an answer may be old, though never older than what we wrote ourselves: it may be waited on and told, and never proves that
 * something is absent, nor allows to take something away.
 */
export type Freshness = 'live' | 'watched'

/**
 * Which of its clusters a resource asks about, where it has several (blue and green, the one of this deploy and of the last): a name that
 * its kind gives. Left out: it has one.
 */
interface OfSlot {
  readonly slot?: string
}

/** What a cluster is made of. */
export type ClusterObjectQuery =
  & OfSlot
  & { readonly freshness?: Freshness }
  & (
    | { readonly _tag: 'ReadDeployment'; readonly namespace: string; readonly name: string }
    | { readonly _tag: 'ReadTaskManagerDeployment'; readonly namespace: string; readonly name: string }
    /** Pods by label selector; `withMountEvents` also looks for FailedMount events of pods that are not ready. */
    | {
      readonly _tag: 'ListJobManagerPods'
      readonly namespace: string
      readonly selector: Readonly<Record<string, string>>
      readonly withMountEvents: boolean
    }
    /**
     * Every ConfigMap with the cluster's labels; where a watch answers, only those that are rendered: what HA services keep is looked at
     * live.
     */
    | { readonly _tag: 'ListConfigMaps'; readonly namespace: string; readonly clusterId: string }
    | { readonly _tag: 'ListServices'; readonly namespace: string; readonly clusterId: string }
    | { readonly _tag: 'ReadIngress'; readonly namespace: string; readonly name: string }
  )

/** Kubernetes: read live from the API server, or as a watch told. */
export type KubernetesQuery =
  & OfSlot
  & (
    | ClusterObjectQuery
    /** Deployments, Services and Ingresses that have all of these labels: those of all clusters of an application. */
    | {
      readonly _tag: 'ListLabelledObjects'
      readonly namespace: string
      readonly labels: Readonly<Record<string, string>>
    }
    /** Who has these names, whatever its labels? What a deploy is going to create must not be somebody else's. */
    | { readonly _tag: 'ReadNames'; readonly namespace: string; readonly objects: readonly ObjectName[] }
    /** One FlinkDeployment, decoded: what a resource that refers to it needs to know. */
    | { readonly _tag: 'ReadFlinkDeployment'; readonly namespace: string; readonly name: string }
    /** Every FlinkDeployment of a namespace: who names a path? */
    | { readonly _tag: 'ListFlinkDeployments'; readonly namespace: string }
    /** One FlinkSessionJob, decoded. */
    | { readonly _tag: 'ReadFlinkSessionJob'; readonly namespace: string; readonly name: string }
    /** Those of one session cluster; `deploymentName` null: every one of the namespace. */
    | { readonly _tag: 'ListFlinkSessionJobs'; readonly namespace: string; readonly deploymentName: string | null }
    /** What the autoscaler keeps of one job. Always live: a decision rests on the newest one, and its texts are too large to be held. */
    | { readonly _tag: 'ReadAutoscalerState'; readonly namespace: string; readonly name: string }
    /** Of one job; `job` null: every one of the namespace. */
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
    /** What becomes of the job's checkpoints; code of the job may have set it (B23). */
    | { readonly _tag: 'GetCheckpointConfiguration'; readonly endpoint: RestEndpoint; readonly jobId: string }
    /** `for` tells which fact the answer fills. */
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
    /** The jars that lie there to be run. */
    | { readonly _tag: 'GetJars'; readonly endpoint: RestEndpoint }
    | { readonly _tag: 'GetJobMetrics'; readonly endpoint: RestEndpoint; readonly jobId: string }
    | { readonly _tag: 'GetResourceRequirements'; readonly endpoint: RestEndpoint; readonly jobId: string }
    /** The job's graph and counters, and the names of metrics of these vertices: 1 request, and 1 for each of them, all at once. */
    | { readonly _tag: 'GetJobDetails'; readonly endpoint: RestEndpoint; readonly jobId: string; readonly namesOf: readonly string[] }
    /**
     * What the job measures: 2 requests, and 1 for each vertex, all at once. `get`: names of metrics; null: those of its source, of which
     * the names are not known and have to be asked for first.
     */
    | {
      readonly _tag: 'GetVertexMetrics'
      readonly endpoint: RestEndpoint
      readonly jobId: string
      readonly vertices: readonly { readonly id: string; readonly get: readonly string[] | null }[]
    }
  )

/**
 * What Flink's HA services keep in ZooKeeper; asked of the ensemble as a whole, in this round. No watch tells of it. `slot`: that of the
 * place, so that what is at two places is never mixed up.
 */
export interface ZooKeeperQuery {
  readonly _tag: 'ReadZooKeeperHaMetadata'
  readonly place: ZooKeeperPlace
  readonly slot: string
}

/** What a round wants to know before it decides. Each variant fills one field of the kind's facts (`factOf`). */
export type Query = KubernetesQuery | FlinkQuery | ZooKeeperQuery
