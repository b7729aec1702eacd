import type { Json } from '@flink-operator/core'
import type { World } from '@flink-operator/simulation'
import type { ClusterSettings } from './cluster-settings.ts'
import type { FlinkCluster } from './flink-cluster.ts'
import type { FlinkClusters } from './flink-clusters.ts'

type Pod = World['pods'][number]
export type Process = NonNullable<Pod['process']>

/** One call that reached a JobManager. */
export interface Call {
  readonly clusters: FlinkClusters
  readonly flink: FlinkCluster
  readonly world: World
  readonly pod: Pod
  readonly process: Process
  readonly settings: ClusterSettings
  readonly method: string
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  readonly body: Json
}

export const endpointOf = ({ flink }: Pick<Call, 'flink'>) => ({
  namespace: flink.namespace,
  service: flink.application === null ? `${flink.id}-rest` : flink.id,
  port: 8081,
  tls: false,
})
