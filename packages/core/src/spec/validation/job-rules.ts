import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { presentKey, type ConfigOption } from '../../flink/configuration/option.ts'
import { optionTable } from '../../options/option-table.ts'
import type { JobToValidate } from './flink-deployment-input.ts'
import { errorIf, isBlank, nothing, withOption, type Rule, type RuleRow } from './rule.ts'
import { isStateless, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'

type JobRule = Rule<JobToValidate>

const { checkpointDirectory, savepointDirectory } = flinkOptions
const directoryKey = savepointDirectory.key

const isUnset = (configuration: FlinkConfiguration, option: ConfigOption<unknown>): boolean => {
  const key = presentKey(configuration, option)
  return key === null || isBlank(configuration[key])
}

/** Row 6a: a stateful upgrade restores from a checkpoint or savepoint. */
const statefulNeedsCheckpointDirectory: JobRule = ({ job, configuration }) =>
  errorIf(
    job !== null && !isStateless(job.upgradeMode) && isUnset(configuration, checkpointDirectory),
    'flinkConfiguration',
    `Checkpoint directory[${checkpointDirectory.key}] must be defined for last-state and savepoint upgrade modes`,
  )

/** Row 6b. */
const savepointModeNeedsDirectory: JobRule = ({ job, configuration }) =>
  errorIf(
    job !== null && stateKeptIn[job.upgradeMode] === 'Savepoint' && isUnset(configuration, savepointDirectory),
    'job.upgradeMode',
    `Job could not be upgraded with savepoint while config key[${directoryKey}] is not set`,
  )

/** Row 6c. */
const manualSavepointNeedsDirectory: JobRule = ({ job, configuration }) =>
  errorIf(
    job !== null && job.savepointTriggerNonce !== null && isUnset(configuration, savepointDirectory),
    'job.savepointTriggerNonce',
    `Savepoint could not be manually triggered for the running job while config key[${directoryKey}] is not set`,
  )

/** Row 6d. A blank value means off (C-D14). */
const periodicSavepointNeedsDirectory: JobRule = ({ job, configuration }) => {
  const option = optionTable.periodicSavepointInterval
  if (job === null || !isUnset(configuration, savepointDirectory)) return nothing
  return withOption(configuration, option, interval =>
    errorIf(
      !isBlank(interval),
      `flinkConfiguration.${option.key}`,
      `Periodic savepoints cannot be enabled when config key[${directoryKey}] is not set`,
    ))
}

/** Row 6e: the operator takes a savepoint if the last checkpoint is too old. */
const checkpointAgeNeedsDirectory: JobRule = ({ job, configuration }) => {
  const option = optionTable.jobUpgradeLastStateMaxAllowedCheckpointAge
  if (job === null || !isUnset(configuration, savepointDirectory)) return nothing
  return withOption(configuration, option, age =>
    errorIf(
      age !== null,
      `flinkConfiguration.${option.key}`,
      `In order to use max-checkpoint age functionality config key[${directoryKey}] must be set to allow triggering savepoint upgrades.`,
    ))
}

/** Rows 6f and 6g: TaskManager replicas, if set, determine the parallelism. */
const parallelismPositive: JobRule = ({ job, taskManager }) => {
  if (job === null) return nothing
  const replicas = taskManager?.replicas ?? null
  return replicas === null
    ? errorIf(job.parallelism < 1, 'job.parallelism', 'Job parallelism must be larger than 0')
    : errorIf(replicas < 1, 'taskManager.replicas', 'TaskManager replicas must be larger than 0')
}

/** Row 6. The same rules for applications and session jobs. */
export const jobRules: readonly RuleRow<JobToValidate>[] = [
  { id: '6a', rule: statefulNeedsCheckpointDirectory },
  { id: '6b', rule: savepointModeNeedsDirectory },
  { id: '6c', rule: manualSavepointNeedsDirectory },
  { id: '6d', rule: periodicSavepointNeedsDirectory },
  { id: '6e', rule: checkpointAgeNeedsDirectory },
  { id: '6f-g', rule: parallelismPositive },
]
