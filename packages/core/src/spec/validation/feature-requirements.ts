import { isHighAvailabilityOn } from '../../flink/configuration/high-availability-mode.ts'
import { optionTable } from '../../options/option-table.ts'
import type { FlinkDeploymentInput } from './flink-deployment-input.ts'
import { errorIf, withOption, type Rule } from './rule.ts'

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
