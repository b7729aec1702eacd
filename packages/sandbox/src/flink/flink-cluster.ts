import type { Millis } from '@flink-operator/core'
import type { World } from '@flink-operator/core/simulation'
import type { ClusterSettings } from './cluster-settings.ts'

/** One Flink cluster: the model of it, and what the sandbox remembers beside. */
export interface FlinkCluster {
  readonly namespace: string
  readonly id: string
  world: World
  settings: ClusterSettings | null
  /** Most jobs that were alive at once, ever. */
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
