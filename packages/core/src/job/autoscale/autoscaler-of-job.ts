import * as E from 'fp-ts/lib/Either.js'
import { autoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import { flatten } from '../../flink/configuration/flatten.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { readOption } from '../../flink/configuration/option.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { autoscalerOptions } from '../../options/autoscaler-options.ts'
import type { AutoscalerOfJob, ConfiguredJob } from '../job-round.ts'

const isOnIn = (configuration: FlinkConfiguration): boolean => {
  const enabled = readOption(configuration, autoscalerOptions.enabled)
  return E.isRight(enabled) && enabled.right
}

/**
 * A job's autoscaler settings. `users`: the user's spec; null: it is invalid. `recorded`: the deployed spec. Null: the job does not use the
 * autoscaler, and the operator does not query its state.
 */
export const autoscalerOf = (
  users: Pick<ConfiguredJob, 'effective'> | null,
  recorded: { readonly flinkConfiguration: JsonObject } | null,
  taskManagers: AutoscalerOfJob['taskManagers'],
): AutoscalerOfJob | null => {
  if (users === null || recorded === null) return null
  const { configuration } = users.effective
  const isOn = isOnIn(configuration)
  return isOn || isOnIn(flatten(recorded.flinkConfiguration))
    ? {
      isOn,
      deployed: recorded.flinkConfiguration,
      taskManagers,
      configuration: autoscalerConfiguration(configuration, defaultProfile).configuration,
    } : null
}
