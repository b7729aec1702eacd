import * as T from 'fp-ts/lib/Task.js'
import type { Fact } from '@flink-operator/core'
import type {
  AutoscalerStateView,
  ClusterCapacityView,
  ConfigMapView,
  DeploymentView,
  FlinkDeploymentView,
  FlinkSessionJobView,
  IngressView,
  LabelledObjects,
  NamedObjectView,
  NamingResourceView,
  PodView,
  ServiceView,
  StateSnapshotView,
} from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import type { WatchedClusters } from '../watched/watched-clusters.ts'
import { listConfigMaps } from './list-config-maps.ts'
import { listJobManagerPods } from './list-job-manager-pods.ts'
import { listLabelledObjects } from './list-labelled-objects.ts'
import { listNamingResources } from './list-naming-resources.ts'
import { listServices } from './list-services.ts'
import { listStateSnapshots } from './list-state-snapshots.ts'
import { readAutoscalerState } from './read-autoscaler-state.ts'
import { readClusterCapacity } from './read-cluster-capacity.ts'
import { readDeployment } from './read-deployment.ts'
import { listFlinkDeployments, readFlinkDeployment } from './read-flink-deployment.ts'
import { listFlinkSessionJobs, readFlinkSessionJob } from './read-flink-session-job.ts'
import { readIngress } from './read-ingress.ts'
import { readNames } from './read-names.ts'

/** The type of the answer to each query. */
export interface KubernetesAnswers {
  readonly ReadDeployment: DeploymentView
  readonly ReadTaskManagerDeployment: DeploymentView
  readonly ListJobManagerPods: readonly PodView[]
  readonly ListConfigMaps: readonly ConfigMapView[]
  readonly ListServices: readonly ServiceView[]
  readonly ReadIngress: IngressView
  readonly ListLabelledObjects: LabelledObjects
  readonly ReadNames: readonly NamedObjectView[]
  readonly ReadFlinkDeployment: FlinkDeploymentView
  readonly ListFlinkDeployments: readonly FlinkDeploymentView[]
  readonly ReadFlinkSessionJob: FlinkSessionJobView
  readonly ListFlinkSessionJobs: readonly FlinkSessionJobView[]
  readonly ListNamingResources: readonly NamingResourceView[]
  readonly ListStateSnapshots: readonly StateSnapshotView[]
  readonly ReadAutoscalerState: AutoscalerStateView
  readonly ReadClusterCapacity: ClusterCapacityView
}

type QueryOf<Tag extends KubernetesQuery['_tag']> = Extract<KubernetesQuery, { readonly _tag: Tag }>

type Readers = { readonly [Tag in keyof KubernetesAnswers]: (query: QueryOf<Tag>) => T.Task<Fact<KubernetesAnswers[Tag]>> }

/** Answers a query: live, or from the watches if those are enough and up to date. Total: what can't be read is Unknown. */
export const answerQuery = (http: Http, clock: Clock, watched: Pick<WatchedClusters, 'answer' | 'named'> | null = null) => {
  const readers: Readers = {
    ReadDeployment: readDeployment(http, clock),
    ReadTaskManagerDeployment: readDeployment(http, clock),
    ListJobManagerPods: listJobManagerPods(http, clock),
    ListConfigMaps: listConfigMaps(http, clock),
    ListServices: listServices(http, clock),
    ReadIngress: readIngress(http, clock),
    ListLabelledObjects: listLabelledObjects(http, clock),
    ReadNames: readNames(http, clock, watched?.named),
    ReadFlinkDeployment: readFlinkDeployment(http, clock),
    ListFlinkDeployments: listFlinkDeployments(http, clock),
    ReadFlinkSessionJob: readFlinkSessionJob(http, clock),
    ListFlinkSessionJobs: listFlinkSessionJobs(http, clock),
    ListNamingResources: listNamingResources(http, clock),
    ListStateSnapshots: listStateSnapshots(http, clock),
    ReadAutoscalerState: readAutoscalerState(http, clock),
    ReadClusterCapacity: readClusterCapacity(http, clock),
  }
  return <Tag extends KubernetesQuery['_tag']>(query: QueryOf<Tag> & { readonly _tag: Tag }): T.Task<Fact<KubernetesAnswers[Tag]>> => {
    const reported = 'freshness' in query && query.freshness === 'watched' ? watched?.answer(query) ?? null : null
    return reported === null ? readers[query._tag](query) : T.of(reported as Fact<KubernetesAnswers[Tag]>)
  }
}
