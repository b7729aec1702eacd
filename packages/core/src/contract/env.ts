import type { FlinkDefaults } from '../flink/configuration/flink-defaults.ts'
import type { OperatorOptions } from '../options/operator-options.ts'
import type { Finding } from './resource/finding.ts'
import type { EpochMillis } from './resource/time.ts'

/** All inputs of a decision that are neither spec nor status (design.md, section 2). */
export interface Env {
  readonly now: EpochMillis
  /**
   * Since when this process observes with a clock that did not jump: none of its own waits began earlier (F15). Absent: unknown, and the
   * recorded times count.
   */
  readonly steadySince?: EpochMillis
  /** The operator's own options, read from `flinkDefaults` alone; options per resource are read from its configuration. */
  readonly options: OperatorOptions
  /** The base configuration, with the entries per namespace and version still in it (api-and-config.md, section 8). */
  readonly flinkDefaults: FlinkDefaults
  /**
   * True if this operator reconciles FlinkStateSnapshots: their CRD is installed, and the controller runs. Otherwise a created one would
   * stay TRIGGER_PENDING for ever.
   */
  readonly hasSnapshotController: boolean
  /**
   * A user asks why a job is scaled or not: the autoscaler decides a cycle even if none is due. The caller does not perform the decision.
   */
  readonly asksForScaling?: true
  /** How often this resource failed in a row. */
  readonly consecutiveFailures: number
  /** Findings of other validators on this resource (plugins, through the operator). Absent: none. */
  readonly found?: readonly Finding[]
}
