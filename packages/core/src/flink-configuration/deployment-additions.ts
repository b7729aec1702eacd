import { type FlinkVersion, isAtLeast } from '../resource/flink-version.ts'
import type { DeploySource } from '../resource/operation.ts'
import { withoutOption } from './alias-table.ts'
import type { FlinkConfiguration } from './flink-defaults.ts'
import { flinkOptions } from './flink-options.ts'
import { withUnclaimedState } from './job-configuration.ts'
import { withoutOperatorKeys } from './operator-key.ts'
import { isSet, presentKey } from './option.ts'
import { printMap } from './parse-map.ts'

/** Every version from 1.15 to 2.4 reads this spelling, the newer ones as an older one of `execution.state-recovery.path`. */
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
  /** Minted and persisted by the operation; a job id in the configuration comes first (see `fixedJobId`). */
  readonly jobId: string | null
  /** Id of the attempt: gives the stores of results directories of their own (C-D22). */
  readonly attemptId: string
  /** Of the image; left out: one that stores results of jobs only. */
  readonly flinkVersion?: FlinkVersion
  /** `job.allowNonRestoredState`. Needed only for a configuration that is not of the spec: `deployConfiguration` has it already. */
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

/** A path that the user wrote is never restored from: every spelling goes (C-D13). */
const withRestorePath = (configuration: FlinkConfiguration, path: string | null): FlinkConfiguration => ({
  ...withoutOption(configuration, restorePath),
  ...(path === null ? {} : { [restorePath]: path }),
})

const withOwner = (configuration: FlinkConfiguration, { apiVersion, kind, name, uid }: ClusterOwner): FlinkConfiguration => ({
  ...configuration,
  'kubernetes.jobmanager.owner.reference': printMap({ apiVersion, kind, name, uid, blockOwnerDeletion: 'true', controller: 'false' }),
})

/**
 * Results of this attempt alone. Since 2.3 Flink stores those of applications, too, whose id is the same for every attempt: what a
 * JobManager that was ended in the middle of it leaves would make the next one take its application for ended, and run nothing.
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

/** The job id that the configuration fixes; to be recorded in the status instead of a minted one (api-and-config.md, section 10). */
export const fixedJobId = (configuration: FlinkConfiguration): string | null => configuration[flinkOptions.fixedJobId.key] ?? null

const withJobId = (configuration: FlinkConfiguration, jobId: string | null): FlinkConfiguration =>
  jobId === null || isSet(configuration, flinkOptions.fixedJobId) ? configuration
    : { ...configuration, [flinkOptions.fixedJobId.key]: jobId }

/** What one deploy attempt of an application adds to its configuration, and what it takes away (api-and-config.md, section 10). */
export const deploymentAdditions = (inputs: DeploymentInputs): FlinkConfiguration => {
  const { source, owner, jobId, allowNonRestoredState = null } = inputs
  const claimed = withUnclaimedState(inputs.configuration, allowNonRestoredState)
  const restored = withOwner(withRestorePath(claimed, pathOf(source)), owner)
  return withoutOperatorKeys(withJobId(withResultStores(restored, inputs), jobId))
}

/** The same for a session cluster: its owner, and no keys of the operator. */
export const sessionDeploymentAdditions = (configuration: FlinkConfiguration, owner: ClusterOwner): FlinkConfiguration =>
  withoutOperatorKeys(withOwner(configuration, owner))
