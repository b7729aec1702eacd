import { duration } from '../flink-configuration/option-types.ts'
import { resourceOption } from './operator-option.ts'

/** api-and-config.md, section 12.5: keys of `spec.configuration` of a FlinkBlueGreenDeployment. Durations in milliseconds. */
export const blueGreenOptions = {
  abortGracePeriod: resourceOption({
    key: 'bluegreen.abort.grace-period',
    type: duration,
    default: 600_000,
    doc: 'A new side that is not ready after this time is given up.',
  }),
  reconciliationRescheduleInterval: resourceOption({
    key: 'bluegreen.reconciliation.reschedule-interval',
    type: duration,
    default: 15_000,
    doc: 'Time between looks during a transition.',
  }),
  deploymentDeletionDelay: resourceOption({
    key: 'bluegreen.deployment-deletion.delay',
    type: duration,
    default: 0,
    doc: 'The old side is deleted so long after the new one is ready.',
  }),
} as const
