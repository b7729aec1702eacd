import type { JobLifecycleStatus } from './job-status.ts'

/** control-flow.md, section 3.4. */
export type JobManagerDeploymentStatus = 'READY' | 'DEPLOYED_NOT_READY' | 'DEPLOYING' | 'MISSING' | 'ERROR'

/** The part of a status that describes a Flink cluster. */
export interface ClusterStatus {
  readonly clusterInfo: Readonly<Record<string, string>>
  readonly jobManagerDeploymentStatus: JobManagerDeploymentStatus
  /** For the scale subresource. */
  readonly taskManager: { readonly labelSelector: string; readonly replicas: number } | null
}

/** `status` of a FlinkDeployment in the reference operator's JSON form (control-flow.md, section 1.1), with our record beside it. */
export interface FlinkDeploymentStatus extends JobLifecycleStatus, ClusterStatus {}
