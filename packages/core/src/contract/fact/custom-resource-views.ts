import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../resource/resource.ts'
import type { FlinkSessionJobSpec, FlinkSessionJobStatus } from '../resource/flink-session-job.ts'
import type { EpochMillis } from '../resource/time.ts'

/** A FlinkDeployment as rules of other resources read it. */
export interface FlinkDeploymentView {
  readonly meta: ResourceMeta
  readonly spec: FlinkDeploymentSpec
  readonly status: FlinkDeploymentStatus
}

/** A FlinkSessionJob as rules of other resources read it. */
export interface FlinkSessionJobView {
  readonly meta: ResourceMeta
  readonly spec: FlinkSessionJobSpec
  readonly status: FlinkSessionJobStatus
}

/** The fields of a FlinkStateSnapshot that its owner needs (session-snapshot-bluegreen.md; control-flow.md, section 6). */
export interface StateSnapshotView {
  readonly name: string
  readonly uid: string
  readonly creationTimestamp: EpochMillis
  readonly deleting: boolean
  readonly kind: 'savepoint' | 'checkpoint'
  /** Label `snapshot.trigger-type`. */
  readonly triggerType: 'MANUAL' | 'PERIODIC' | 'UPGRADE' | 'UNKNOWN'
  readonly state: 'TRIGGER_PENDING' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILED' | 'ABANDONED'
  readonly path: string | null
}

/** The ConfigMap with the autoscaler's state of a job. Its values are read completely. */
export interface AutoscalerStateView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly ownerUids: readonly string[]
  readonly data: Readonly<Record<string, string>>
}

/** A resource that names paths which were asked about, and which of them: in its spec or its status, as a text of its own or within one. */
export interface NamingResourceView {
  readonly kind: string
  readonly name: string
  readonly paths: readonly string[]
}
