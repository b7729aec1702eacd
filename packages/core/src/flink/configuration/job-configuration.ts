import type { JobSpec } from '../../contract/resource/flink-deployment-spec.ts'
import { withoutOption } from './alias-table.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { isSet } from './option.ts'
import { printList } from './value-text.ts'
import { stateKeptIn } from '../../contract/resource/upgrade-mode.ts'

const unclaimedState = 'execution.savepoint.ignore-unclaimed-state'

/** The field of the spec overrides every spelling of the key (C-D13); null leaves the configuration unchanged. */
export const withUnclaimedState = (configuration: FlinkConfiguration, allowNonRestoredState: boolean | null): FlinkConfiguration =>
  allowNonRestoredState === null
    ? configuration
    : { ...withoutOption(configuration, unclaimedState), [unclaimedState]: String(allowNonRestoredState) }

/**
 * Adds the keys of a job to the configuration of an application or session cluster (api-and-config.md, section 9.5). `name`: name of the
 * resource.
 */
export const withJob = (configuration: FlinkConfiguration, name: string, job: JobSpec): FlinkConfiguration => {
  const needsInterval = stateKeptIn[job.upgradeMode] === 'HaMetadata' && !isSet(configuration, flinkOptions.checkpointingInterval)
  const presets: FlinkConfiguration = {
    'pipeline.name': name,
    ...(needsInterval ? { [flinkOptions.checkpointingInterval.key]: '5 min' } : {}),
    [flinkOptions.externalizedCheckpointRetention.key]: 'RETAIN_ON_CANCELLATION',
  }
  return {
    ...withUnclaimedState({ ...presets, ...configuration }, job.allowNonRestoredState),
    ...(job.entryClass === null ? {} : { '$internal.application.main': job.entryClass }),
    '$internal.application.program-args': printList(job.args),
  }
}
