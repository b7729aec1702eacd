import type { FlinkDefaults } from './flink-configuration/flink-defaults.ts'
import type { OperatorOptions } from './operator-options/operator-options.ts'
import type { Finding } from './resource/finding.ts'
import type { EpochMillis } from './resource/time.ts'

/** Everything that is neither spec nor status (design.md, section 2). */
export interface Env {
  readonly now: EpochMillis
  /**
   * Since when this process looks, with a clock that did not jump: no wait that it goes by began before (F15). Absent: that is not known,
   * and what is recorded counts.
   */
  readonly steadySince?: EpochMillis
  /** The operator's own options, read from `flinkDefaults` alone; options per resource are read from its configuration. */
  readonly options: OperatorOptions
  /** The base configuration, with the entries per namespace and version still in it (api-and-config.md, section 8). */
  readonly flinkDefaults: FlinkDefaults
  /**
   * Are FlinkStateSnapshots carried out: is their CRD installed, and does this operator run their controller? Without it one that was
   * created would stay TRIGGER_PENDING for ever.
   */
  readonly hasSnapshotController: boolean
  /**
   * Somebody asks why a job is scaled or not: a cycle of the autoscaler is decided whether one is due or not. Whoever asks does nothing of
   * what is decided.
   */
  readonly asksForScaling?: true
  /** How often this resource failed in a row. */
  readonly consecutiveFailures: number
  /** What validators beside the core found of the resource of this round (plugins, by way of the operator). Absent: nothing. */
  readonly found?: readonly Finding[]
}
