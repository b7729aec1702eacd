import type { Env } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import type { CarriedOut } from '@flink-operator/core/kinds'

/** The operator's options and Flink's defaults as they are in force now; files may change them. */
export interface Settings extends CarriedOut {
  readonly options: Env['options']
  readonly flinkDefaults: FlinkDefaults
}
