import * as E from 'fp-ts/lib/Either.js'
import { autoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import { flatten } from '../../flink-configuration/flatten.ts'
import type { FlinkConfiguration } from '../../flink-configuration/flink-defaults.ts'
import { readOption } from '../../flink-configuration/option.ts'
import type { JsonObject } from '../../resource/json.ts'
import { autoscalerOptions } from '../../operator-options/autoscaler-options.ts'
import type { AutoscalerOfJob, ConfiguredJob } from '../job-round.ts'

const isOnIn = (configuration: FlinkConfiguration): boolean => {
  const enabled = readOption(configuration, autoscalerOptions.enabled)
  return E.isRight(enabled) && enabled.right
}

/**
 * `users`: the user's spec, null where it is not valid. `recorded`: what was deployed. Null: the autoscaler has nothing to do with the
 * job, and nothing of it is looked at.
 */
export const autoscalerOf = (
  users: Pick<ConfiguredJob, 'effective'> | null,
  recorded: { readonly flinkConfiguration: JsonObject } | null,
): AutoscalerOfJob | null => {
  if (users === null || recorded === null) return null
  const { configuration } = users.effective
  const isOn = isOnIn(configuration)
  return isOn || isOnIn(flatten(recorded.flinkConfiguration))
    ? {
      isOn,
      deployed: recorded.flinkConfiguration,
      configuration: autoscalerConfiguration(configuration, defaultProfile).configuration,
    } : null
}
