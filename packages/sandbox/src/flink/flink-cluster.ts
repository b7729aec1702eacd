import type { Millis } from '@flink-operator/core'
import type { World } from '@flink-operator/core/simulation'
import type { ClusterSettings } from './cluster-settings.ts'

/** One Flink cluster: the model of it, and what the sandbox remembers beside. */
export interface FlinkCluster {
  readonly namespace: string
  readonly id: string
  /** Of a FlinkApplication: its name, and that of its JobManager's Deployment. Null: the Deployment has the cluster's name. */
  readonly application: { readonly name: string; readonly deployment: string } | null
  world: World
  settings: ClusterSettings | null
  /** What each job of a session cluster, and each that was scaled, has over the cluster's settings. */
  readonly jobSettings: Map<string, ClusterSettings>
  /** Most jobs of one resource that were alive at once, ever. */
  mostAlive: number
  /** REST takes calls and never answers. */
  frozen: boolean
  readonly session: string
  /** Names of job ConfigMaps that were seen. */
  readonly haNames: Set<string>
  /** Last checkpoint of each job. */
  readonly counters: Map<string, number>
  /** Target folders of savepoints, by job and trigger id. */
  readonly folders: Map<string, string>
  readonly timers: Map<string, () => void>
  workedUntil: Millis
  settingsVersion: string
  dirty: boolean
}

/** What a job runs with; null: nothing is known of its cluster yet. */
export const settingsOfJob = ({ settings, jobSettings }: FlinkCluster, jobId: string): ClusterSettings | null =>
  jobSettings.get(jobId) ?? settings
