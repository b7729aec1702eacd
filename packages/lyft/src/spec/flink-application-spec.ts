import type { JsonObject } from '@flink-operator/core/resource'

/** Settings that JobManager and TaskManager have in common. Kubernetes objects are kept as the user wrote them. */
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

/** JobManagers of each cluster: replicas, resources, environment. */
export interface JobManagerConfig extends ManagerConfig {
  readonly replicas: number
}

/** TaskManagers of each cluster: slots, resources, environment. */
export interface TaskManagerConfig extends ManagerConfig {
  /** Slots of one TaskManager. */
  readonly taskSlots: number
}

/** `spec` of a FlinkApplication (lyft-flinkapplication.md, section 1.3). Unset strings are empty. */
export interface FlinkApplicationSpec {
  readonly image: string
  readonly imagePullPolicy: string
  readonly imagePullSecrets: readonly JsonObject[]
  readonly serviceAccountName: string
  readonly securityContext: JsonObject | null
  /** Values are strings, numbers and booleans. Validation reports any other value. */
  readonly flinkConfig: JsonObject
  /** Decides only by which keys the operator sets the memory; empty: before 1.11. */
  readonly flinkVersion: string
  readonly jobManagerConfig: JobManagerConfig
  readonly taskManagerConfig: TaskManagerConfig
  readonly jarName: string
  /** 0: missing. */
  readonly parallelism: number
  readonly entryClass: string
  readonly programArgs: string
  /** Deprecated. Used for the first deploy if `savepointPath` is empty. */
  readonly savepointInfo: { readonly savepointLocation: string }
  /** The savepoint of the first deploy. Later deploys read it only if no other source is known and it has changed (P25). */
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
  /** A new value requests a new cluster. */
  readonly restartNonce: string
  /** Read by `deleteModeOf`. */
  readonly deleteMode: string
  /** Read by `scalesInPlace`. */
  readonly scaleMode: string
  readonly allowNonRestoredState: boolean
  readonly forceRollback: boolean
  /** Seconds; null: not set. */
  readonly maxCheckpointRestoreAgeSeconds: number | null
  /** BlueGreen: the hash of the version to tear down. */
  readonly tearDownVersionHash: string
  /** If neither a savepoint nor a usable checkpoint exists, the job may start without its state. */
  readonly fallbackWithoutState: boolean
}
