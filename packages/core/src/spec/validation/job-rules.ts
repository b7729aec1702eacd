import * as E from 'fp-ts/lib/Either.js'
import { nativeJarUri, standaloneJarUri } from '../../flink/configuration/java-uri.ts'
import { isAtLeast } from '../../contract/resource/flink-version.ts'
import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentInput, JobToValidate } from './flink-deployment-input.ts'
import { errorIf, nothing, error, type Rule, isBlank, withOption, type RuleRow } from './rule.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { presentKey, type ConfigOption } from '../../flink/configuration/option.ts'
import { optionTable } from '../../options/option-table.ts'
import { isStateless, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'

const pythonClasses: readonly string[] = [
  'org.apache.flink.client.python.PythonDriver',
  'org.apache.flink.client.python.PythonGatewayServer',
]
const pythonArguments: readonly string[] = ['-py', '--python', '-pym', '--pyModule']

const isPython = ({ entryClass, args }: JobSpec): boolean =>
  pythonClasses.includes(entryClass ?? '') || args.some(arg => pythonArguments.includes(arg))

/**
 * C-D05: Flink 1.x in native mode requires exactly one jar, unless the job is Python. In standalone mode the class path of the image is
 * enough.
 */
export const nativeApplicationNeedsJar: Rule<FlinkDeploymentInput> = ({ spec, configuration }) =>
  errorIf(
    spec.job !== null && spec.mode !== 'standalone' && spec.job.jarURI === null && !isPython(spec.job)
      && spec.flinkVersion !== null && !isAtLeast(spec.flinkVersion, 'v2_0') && !Object.hasOwn(configuration, 'pipeline.jars'),
    'job.jarURI',
    `Flink ${spec.flinkVersion ?? ''} needs spec.job.jarURI for a native application cluster, unless the job is a Python job`,
  )

/** The operator can't build the configuration from an invalid jarURI. Standalone mode needs a scheme. */
export const applicationJarIsUri: Rule<FlinkDeploymentInput> = ({ spec }) => {
  const jarURI = spec.job?.jarURI ?? null
  if (jarURI === null) return nothing
  const uri = spec.mode === 'standalone' ? standaloneJarUri(jarURI) : nativeJarUri(jarURI)
  return E.isLeft(uri) ? error('job.jarURI', `jarURI is not valid: ${uri.left}`) : nothing
}

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
