import * as E from 'fp-ts/lib/Either.js'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { highAvailabilityMode } from '../../flink/configuration/high-availability-mode.ts'
import { isSet, presentKey, readOption } from '../../flink/configuration/option.ts'
import { haPlaceOf } from '../../options/ha-place.ts'
import { optionTable } from '../../options/option-table.ts'
import { type PeriodicExpression, periodicExpression, shortestPeriod } from '../../flink/schedule/periodic-expression.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { adviceIf, isBlank, nothing, withOption, type Rule } from './rule.ts'
import { isStateless, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'

type StateAdvice = Rule<FlinkDeploymentInput>

const haKey = `flinkConfiguration.${flinkOptions.highAvailabilityType.key}`
const isStateful = ({ job }: FlinkDeploymentInput): boolean => job !== null && !isStateless(job.upgradeMode)

const isDirectoryUnset = ({ configuration }: FlinkDeploymentInput): boolean => {
  const key = presentKey(configuration, flinkOptions.savepointDirectory)
  return key === null || isBlank(configuration[key])
}

/** Without HA metadata the last checkpoint is known only while the JobManager is reachable. */
export const lastStateWithoutHighAvailability: StateAdvice = ({ job, configuration }) =>
  adviceIf(
    job !== null && stateKeptIn[job.upgradeMode] === 'HaMetadata' && highAvailabilityMode(configuration) === 'none',
    haKey,
    'upgradeMode last-state without high availability: if the JobManager is lost, the job can not be restored, since its last checkpoint is not recorded',
  )

/** HA metadata that this operator can't read counts as Unknown, never as Absent. */
export const highAvailabilityIsReadable: StateAdvice = input => {
  const place = haPlaceOf(input.meta.name, input.configuration, input.options)
  return adviceIf(
    isStateful(input) && place._tag === 'Unobservable',
    haKey,
    `HA metadata is not kept in Kubernetes (${
      highAvailabilityMode(input.configuration) === 'zookeeper' ? 'ZooKeeper' : 'own services'
    }): this operator can not read it, so a last-state upgrade of this job stays blocked `
      + `while its JobManager is unreachable; ${place._tag === 'Unobservable' ? place.why : ''}`,
  )
}

export const highAvailabilityHasStorage: StateAdvice = ({ configuration }) =>
  adviceIf(
    highAvailabilityMode(configuration) !== 'none' && !isSet(configuration, flinkOptions.highAvailabilityStorageDir),
    `flinkConfiguration.${flinkOptions.highAvailabilityStorageDir.key}`,
    `high availability needs ${flinkOptions.highAvailabilityStorageDir.key}: the JobManager will not start without it`,
  )

/** Uploaded jars are lost with their JobManager, unless an option sets another folder (docs/rely-guarantee.md, F9). */
export const uploadedJarsGoWithTheirJobManager: StateAdvice = ({ job, configuration }) => {
  const { key } = flinkOptions.webUploadDirectory
  return adviceIf(
    job === null && isSet(configuration, flinkOptions.webUploadDirectory) && highAvailabilityMode(configuration) === 'none',
    `flinkConfiguration.${key}`,
    `${key} without high availability: on a persistent disk, jars outlive the JobManager, so that a delayed run request can start a job in the next JobManager; FlinkSessionJobs need no such folder`,
  )
}

/** The operator uploads a jar for every FlinkSessionJob (U14). */
export const jarsCanBeSubmitted: StateAdvice = ({ job, configuration }) => {
  const { key } = flinkOptions.webSubmit
  return job !== null ? nothing
    : withOption(
      configuration,
      flinkOptions.webSubmit,
      isOn =>
        adviceIf(
          !isOn,
          `flinkConfiguration.${key}`,
          `${key} is false: Flink accepts no jar uploads, so that no FlinkSessionJob can start in this cluster`,
        ),
    )
}

/** An uploaded jar is on one JobManager; the REST Service picks any of them for each connection (docs/rely-guarantee.md, F9). */
export const jarsAreSharedByJobManagers: StateAdvice = ({ job, spec, configuration }) => {
  const { key } = flinkOptions.webUploadDirectory
  return adviceIf(
    job === null && (spec.jobManager?.replicas ?? 1) > 1 && !isSet(configuration, flinkOptions.webUploadDirectory),
    'jobManager.replicas',
    `several JobManagers without ${key}: a jar that is uploaded to one of them is unknown to the others, so that FlinkSessionJobs fail to start until a request reaches the right one; set ${key} to a folder that all of them share`,
  )
}

/** The operator enables checkpointing automatically only for last-state. */
export const checkpointingIsOn: StateAdvice = ({ job, configuration }) => {
  const option = flinkOptions.checkpointingInterval
  if (job === null || stateKeptIn[job.upgradeMode] === 'HaMetadata') return nothing
  return withOption(configuration, option, interval =>
    adviceIf(
      stateKeptIn[job.upgradeMode] === 'Savepoint' && (interval === null || interval === 0),
      `flinkConfiguration.${option.key}`,
      `checkpointing is off (${option.key} is not set): after a failure the job restarts from its last savepoint or with empty state`,
    ))
}

/** A savepoint on deletion or on a version upgrade needs a directory. */
export const savepointHasDirectory: StateAdvice = input => {
  const option = optionTable.jobSavepointOnDeletion
  if (input.job === null || !isDirectoryUnset(input)) return nothing
  const onDeletion = readOption(input.configuration, option)
  return [
    ...adviceIf(
      E.isRight(onDeletion) && onDeletion.right,
      `flinkConfiguration.${option.key}`,
      `${option.key} needs ${flinkOptions.savepointDirectory.key}: the deletion can not take its savepoint`,
    ),
    ...adviceIf(
      stateKeptIn[input.job.upgradeMode] === 'HaMetadata',
      `flinkConfiguration.${flinkOptions.savepointDirectory.key}`,
      `without ${flinkOptions.savepointDirectory.key} an upgrade across Flink versions can not take a savepoint`,
    ),
  ]
}

/** Advice for an unreadable expression, which triggers nothing, and for a period below the shortest one, which is raised to it. */
export const periodicExpressionsReadable: StateAdvice = ({ configuration }) =>
  [optionTable.periodicSavepointInterval, optionTable.periodicCheckpointInterval].flatMap(option =>
    withOption(configuration, option, text => {
      const problem = periodProblem(periodicExpression(text), text)
      return adviceIf(problem !== null, `flinkConfiguration.${option.key}`, problem ?? '')
    })
  )

const periodProblem = (expression: PeriodicExpression, text: string): string | null => {
  switch (expression._tag) {
    case 'Unreadable':
      return `'${text}' is neither a Flink duration (10 min) nor a Quartz cron expression of six or seven fields (0 0 12 * * ?): nothing is triggered`
    case 'Interval':
      return expression.every > 0 && expression.every < shortestPeriod
        ? `'${text}' is shorter than ${shortestPeriod / 1000} s: the operator triggers one every ${shortestPeriod / 1000} s` : null
    case 'Off':
    case 'Cron':
      return null
  }
}
