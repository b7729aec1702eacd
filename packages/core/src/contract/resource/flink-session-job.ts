import type { JobSpec, Nonce } from './flink-deployment-spec.ts'
import type { JobLifecycleStatus } from './job-status.ts'
import type { JsonObject } from './json.ts'

/** `spec` of a FlinkSessionJob (api-and-config.md, section 5.4). */
export interface FlinkSessionJobSpec {
  readonly job: JobSpec | null
  readonly restartNonce: Nonce | null
  /** As the user wrote it, flat or nested. */
  readonly flinkConfiguration: JsonObject
  /** The FlinkDeployment of the session cluster, in the same namespace. */
  readonly deploymentName: string | null
}

/** `status` of a FlinkSessionJob: the fields that every job's status has. The FlinkDeployment's status describes its cluster. */
export type FlinkSessionJobStatus = JobLifecycleStatus

/** The path of a FlinkSessionJob's session cluster. */
export const deploymentNamePath = ['spec', 'deploymentName'] as const
