import type { Env } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import type { CarriedOut } from '@flink-operator/core/kinds'

/** The operator's current options and Flink defaults; configuration files may change them. */
export interface Settings extends CarriedOut {
  readonly options: Env['options']
  readonly flinkDefaults: FlinkDefaults
}
