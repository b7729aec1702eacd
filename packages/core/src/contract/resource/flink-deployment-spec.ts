import type { FlinkVersion } from './flink-version.ts'
import type { JsonObject } from './json.ts'
import type { UpgradeMode } from './upgrade-mode.ts'

export type { UpgradeMode } from './upgrade-mode.ts'

/** `spec.job.state`: what the user wants. */
export type DesiredJobState = 'running' | 'suspended'

/** `spec.mode`; null is read as native. */
export type DeploymentMode = 'native' | 'standalone'

/**
 * A trigger: any new value, compared exactly, requests the action once. Integers of 64 bits: values that a JavaScript number can't hold
 * exactly are kept as text (api-and-config.md, section 1.1).
 */
export type Nonce = number | string

/** `spec.job` of a FlinkDeployment or FlinkSessionJob (api-and-config.md, section 2.1). Absent and null are the same. */
export interface JobSpec {
  readonly jarURI: string | null
  readonly parallelism: number
  readonly entryClass: string | null
  readonly args: readonly string[]
  readonly state: DesiredJobState
  readonly savepointTriggerNonce: Nonce | null
  readonly initialSavepointPath: string | null
  readonly checkpointTriggerNonce: Nonce | null
  readonly upgradeMode: UpgradeMode
  readonly allowNonRestoredState: boolean | null
  readonly savepointRedeployNonce: Nonce | null
  readonly autoscalerResetNonce: Nonce | null
}

/** `resource` of a JobManager or TaskManager (api-and-config.md, section 2.5). `memory` is the total process memory. */
export interface ProcessResource {
  readonly cpu: number | null
  readonly memory: string | null
  readonly ephemeralStorage: string | null
}

/** Kubernetes ResourceRequirements; quantities are text or numbers. */
export interface ResourceRequirements {
  readonly requests: Readonly<Record<string, string | number>>
  readonly limits: Readonly<Record<string, string | number>>
}

/** JobManagers: replicas, resources, and the template that is merged into their pods. */
export interface JobManagerSpec {
  readonly resource: ProcessResource | null
  readonly resources: ResourceRequirements | null
  readonly replicas: number
  readonly podTemplate: JsonObject | null
}

/** TaskManagers: replicas in standalone mode, resources, and the template that is merged into their pods. */
export interface TaskManagerSpec {
  readonly resource: ProcessResource | null
  readonly resources: ResourceRequirements | null
  readonly replicas: number | null
  readonly podTemplate: JsonObject | null
}

/** `spec.ingress` (api-and-config.md, section 2.4). */
export interface IngressSpec {
  readonly template: string | null
  readonly className: string | null
  readonly annotations: Readonly<Record<string, string>> | null
  readonly labels: Readonly<Record<string, string>> | null
  readonly tls: readonly JsonObject[] | null
}

/** `spec` of a FlinkDeployment, field by field as in the custom resource (api-and-config.md, section 2). */
export interface FlinkDeploymentSpec {
  readonly job: JobSpec | null
  readonly restartNonce: Nonce | null
  /** As the user wrote it, flat or nested; flattened by `flink/configuration`. */
  readonly flinkConfiguration: JsonObject
  readonly image: string | null
  readonly imagePullPolicy: string | null
  readonly serviceAccount: string | null
  readonly flinkVersion: FlinkVersion | null
  readonly ingress: IngressSpec | null
  readonly podTemplate: JsonObject | null
  readonly jobManager: JobManagerSpec | null
  readonly taskManager: TaskManagerSpec | null
  readonly logConfiguration: Readonly<Record<string, string>> | null
  readonly mode: DeploymentMode | null
}
