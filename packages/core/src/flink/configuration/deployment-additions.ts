import { type FlinkVersion, isAtLeast } from '../../contract/resource/flink-version.ts'
import type { DeploySource } from '../../contract/resource/operation.ts'
import { withoutOption, withoutOperatorKeys } from './alias-table.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { withUnclaimedState } from './job-configuration.ts'
import { isSet, presentKey } from './option.ts'
import { printMap } from './value-text.ts'

/** Every version from 1.15 to 2.4 reads this spelling; newer versions call it `execution.state-recovery.path`. */
const restorePath = 'execution.savepoint.path'

/** The resource that owns the cluster. */
export interface ClusterOwner {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
}

/** One deploy attempt of an application. */
export interface DeploymentInputs {
  /** From `deployConfiguration`. */
  readonly configuration: FlinkConfiguration
  readonly source: DeploySource
  readonly owner: ClusterOwner
  readonly clusterId: string
  /** Generated and persisted by the operation. A job id in the configuration takes precedence (see `fixedJobId`). */
  readonly jobId: string | null
  /** Id of the attempt. Each attempt gets separate directories for its result stores (C-D22). */
  readonly attemptId: string
  /** Flink version of the image. Default: a version that stores only job results. */
  readonly flinkVersion?: FlinkVersion
  /** `job.allowNonRestoredState`. Needed only if the configuration is not from the spec: `deployConfiguration` includes it. */
  readonly allowNonRestoredState?: boolean | null
}

const pathOf = (source: DeploySource): string | null => {
  switch (source._tag) {
    case 'Path':
      return source.path
    case 'LastState':
      return source.restorePath
    case 'Empty':
    case 'NoJob':
      return null
  }
}

/** Sets the restore path. Removes every spelling that the user set: a job never restores from it (C-D13). */
const withRestorePath = (configuration: FlinkConfiguration, path: string | null): FlinkConfiguration => ({
  ...withoutOption(configuration, restorePath),
  ...(path === null ? {} : { [restorePath]: path }),
})

const withOwner = (configuration: FlinkConfiguration, { apiVersion, kind, name, uid }: ClusterOwner): FlinkConfiguration => ({
  ...configuration,
  'kubernetes.jobmanager.owner.reference': printMap({ apiVersion, kind, name, uid, blockOwnerDeletion: 'true', controller: 'false' }),
})

/**
 * Sets result stores that only this attempt uses. Since 2.3 Flink also stores results of applications, with the same application id in
 * every attempt. If a JobManager was stopped while it wrote one, the next JobManager would treat its application as finished and run
 * nothing.
 */
const withResultStores = (
  configuration: FlinkConfiguration,
  { clusterId, attemptId, flinkVersion }: DeploymentInputs,
): FlinkConfiguration => {
  const key = presentKey(configuration, flinkOptions.highAvailabilityStorageDir)
  if (key === null) return configuration
  const folderOf = (store: string): string => `${configuration[key] ?? ''}/${store}/${clusterId}/${attemptId}`
  return {
    ...configuration,
    ...(isSet(configuration, flinkOptions.jobResultStoreDeleteOnCommit) ? {}
      : { [flinkOptions.jobResultStoreDeleteOnCommit.key]: 'false' }),
    'job-result-store.storage-path': folderOf('job-result-store'),
    ...(flinkVersion !== undefined && isAtLeast(flinkVersion, 'v2_3')
      ? { 'application-result-store.storage-path': folderOf('application-result-store') } : {}),
  }
}

/** The job id that the configuration sets. The status records it instead of a generated one (api-and-config.md, section 10). */
export const fixedJobId = (configuration: FlinkConfiguration): string | null => configuration[flinkOptions.fixedJobId.key] ?? null

const withJobId = (configuration: FlinkConfiguration, jobId: string | null): FlinkConfiguration =>
  jobId === null || isSet(configuration, flinkOptions.fixedJobId) ? configuration
    : { ...configuration, [flinkOptions.fixedJobId.key]: jobId }

/** The configuration of one deploy attempt: adds its keys and removes those of the operator (api-and-config.md, section 10). */
export const deploymentAdditions = (inputs: DeploymentInputs): FlinkConfiguration => {
  const { source, owner, jobId, allowNonRestoredState = null } = inputs
  const claimed = withUnclaimedState(inputs.configuration, allowNonRestoredState)
  const restored = withOwner(withRestorePath(claimed, pathOf(source)), owner)
  return withoutOperatorKeys(withJobId(withResultStores(restored, inputs), jobId))
}

/** The same for a session cluster: adds the owner and removes the operator's keys. */
export const sessionDeploymentAdditions = (configuration: FlinkConfiguration, owner: ClusterOwner): FlinkConfiguration =>
  withoutOperatorKeys(withOwner(configuration, owner))
