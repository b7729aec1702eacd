import type { JsonObject } from '../../../resource/json.ts'

/** What JobManager and TaskManager can both be told. Objects of Kubernetes are kept as they were written. */
export interface ManagerConfig {
  /** Null: the default of the role (section 1.3). */
  readonly resources: JsonObject | null
  readonly envConfig: { readonly env: readonly JsonObject[]; readonly envFrom: readonly JsonObject[] }
  /** Flink before 1.11 only; null: 0.5. */
  readonly offHeapMemoryFraction: number | null
  /** Flink 1.11 and later only; null: 0.2. */
  readonly systemMemoryFraction: number | null
  readonly nodeSelector: JsonObject
  readonly tolerations: readonly JsonObject[]
  readonly affinity: JsonObject | null
}

/** JobManagers of each cluster: how many, what they may take, what is set in their containers. */
export interface JobManagerConfig extends ManagerConfig {
  readonly replicas: number
}

/** TaskManagers of each cluster: slots, what they may take, what is set in their containers. */
export interface TaskManagerConfig extends ManagerConfig {
  /** Slots of one TaskManager. */
  readonly taskSlots: number
}

/** `spec` of a FlinkApplication (lyft-flinkapplication.md, section 1.3). Texts that are not set are empty. */
export interface FlinkApplicationSpec {
  readonly image: string
  readonly imagePullPolicy: string
  readonly imagePullSecrets: readonly JsonObject[]
  readonly serviceAccountName: string
  readonly securityContext: JsonObject | null
  /** Values are texts, numbers and booleans; anything else is a mistake that validation tells. */
  readonly flinkConfig: JsonObject
  /** Says only which keys the memory is told by; empty: before 1.11. */
  readonly flinkVersion: string
  readonly jobManagerConfig: JobManagerConfig
  readonly taskManagerConfig: TaskManagerConfig
  readonly jarName: string
  /** 0: missing. */
  readonly parallelism: number
  readonly entryClass: string
  readonly programArgs: string
  /** Deprecated; of the first deploy, where `savepointPath` is empty. */
  readonly savepointInfo: { readonly savepointLocation: string }
  /** What the first deploy starts from; no later one reads it. */
  readonly savepointPath: string
  /** Updates without a savepoint. */
  readonly savepointDisabled: boolean
  /** Read by `modeOf`. */
  readonly deploymentMode: string
  readonly rpcPort: number
  readonly blobPort: number
  readonly queryPort: number
  readonly metricsQueryPort: number
  readonly uiPort: number
  readonly volumes: readonly JsonObject[]
  readonly volumeMounts: readonly JsonObject[]
  /** A new value asks for a new cluster. */
  readonly restartNonce: string
  /** Read by `deleteModeOf`. */
  readonly deleteMode: string
  /** Read by `scalesInPlace`. */
  readonly scaleMode: string
  readonly allowNonRestoredState: boolean
  readonly forceRollback: boolean
  /** Seconds; null: not set. */
  readonly maxCheckpointRestoreAgeSeconds: number | null
  /** BlueGreen: the version that is to go. */
  readonly tearDownVersionHash: string
  /** Where neither savepoint nor checkpoint is to be had, may the job start without its state? */
  readonly fallbackWithoutState: boolean
}
