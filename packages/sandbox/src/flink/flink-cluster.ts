import type { Millis } from '@flink-operator/core'
import type { World } from '@flink-operator/simulation'
import type { ClusterSettings } from './cluster-settings.ts'

/** One Flink cluster: its model, and further state of the sandbox. */
export interface FlinkCluster {
  readonly namespace: string
  readonly id: string
  /** Names of a FlinkApplication and its JobManager Deployment. Null: the Deployment has the cluster's name. */
  readonly application: { readonly name: string; readonly deployment: string } | null
  world: World
  settings: ClusterSettings | null
  /** Settings of each job of a session cluster, and of each scaled job, that override the cluster's. */
  readonly jobSettings: Map<string, ClusterSettings>
  /** Highest number of concurrently alive jobs of one resource so far. */
  mostAlive: number
  /** REST accepts calls but never answers. */
  frozen: boolean
  readonly session: string
  /** Names of known job ConfigMaps. */
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

/** The settings of a job; null: its cluster is not known yet. */
export const settingsOfJob = ({ settings, jobSettings }: FlinkCluster, jobId: string): ClusterSettings | null =>
  jobSettings.get(jobId) ?? settings
