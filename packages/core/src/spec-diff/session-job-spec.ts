import type { JobSpec, Nonce } from '../resource/flink-deployment-spec.ts'
import type { JsonObject } from '../resource/json.ts'

/** `spec` of a FlinkSessionJob (api-and-config.md, section 5.4). */
export interface SessionJobSpec {
  /** The FlinkDeployment of the session cluster, in the same namespace. */
  readonly deploymentName: string | null
  readonly job: JobSpec | null
  readonly restartNonce: Nonce | null
  /** As the user wrote it, flat or nested. */
  readonly flinkConfiguration: JsonObject
}
