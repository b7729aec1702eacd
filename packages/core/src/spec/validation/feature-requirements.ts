import { isAtLeast } from '../../contract/resource/flink-version.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, type Rule, withOption } from './rule.ts'
import { isStateless, stateKeptIn } from '../../contract/resource/upgrade-mode.ts'
import { isHighAvailabilityOn } from '../../flink/configuration/high-availability-mode.ts'
import { optionTable } from '../../options/option-table.ts'

type VersionRule = Rule<FlinkDeploymentInput>

/** Row 2a. If a user removes the version, the reference operator stops managing the running job (D-14); here the last good spec stays. */
export const flinkVersionPresent: VersionRule = ({ spec }) =>
  errorIf(spec.flinkVersion === null, 'flinkVersion', 'Flink Version must be defined.')

/** Row 2b, D-14. */
export const flinkVersionSupported: VersionRule = ({ spec }) =>
  errorIf(
    spec.flinkVersion !== null && !isAtLeast(spec.flinkVersion, 'v1_15'),
    'flinkVersion',
    `Flink version ${spec.flinkVersion ?? ''} is not supported by this operator version`,
  )

/** Row 2c: HA metadata of one version can't be read by another (B15). */
export const flinkVersionAfterLastStateSuspend: VersionRule = ({ spec, recorded }) => {
  const before = recorded?.spec
  return errorIf(
    before?.job?.state === 'suspended' && stateKeptIn[before.job.upgradeMode] === 'HaMetadata' && before.flinkVersion !== spec.flinkVersion
      && spec.job !== null && !isStateless(spec.job.upgradeMode),
    'flinkVersion',
    'Changing flinkVersion after last-state suspend is not allowed. Restore your cluster with the current flinkVersion and perform the version upgrade afterwards.',
  )
}

/** Row 3b: a rollback restores from HA metadata. */
export const rollbackNeedsHighAvailability: Rule<FlinkDeploymentInput> = ({ configuration }) => {
  const option = optionTable.deploymentRollbackEnabled
  return withOption(
    configuration,
    option,
    isEnabled =>
      errorIf(
        isEnabled && !isHighAvailabilityOn(configuration),
        `flinkConfiguration.${option.key}`,
        'HA must be enabled for rollback support.',
      ),
  )
}

/** Row 3c: the recovery of a missing Deployment is what restarts an unhealthy cluster. */
export const healthCheckNeedsRecovery: Rule<FlinkDeploymentInput> = ({ configuration }) => {
  const [check, recovery] = [optionTable.clusterHealthCheckEnabled, optionTable.jmDeploymentRecoveryEnabled]
  return withOption(configuration, check, isChecked =>
    withOption(configuration, recovery, isRecovered =>
      errorIf(
        isChecked && !isRecovered,
        `flinkConfiguration.${check.key}`,
        `Deployment recovery (${recovery.key}) must be enabled for job health check (${check.key}) support.`,
      )))
}
