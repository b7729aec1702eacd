import { duration } from '../flink/configuration/option.ts'
import { resourceOption } from './operator-option.ts'

/** api-and-config.md, section 12.5: keys of `spec.configuration` of a FlinkBlueGreenDeployment. Durations in milliseconds. */
export const blueGreenOptions = {
  abortGracePeriod: resourceOption({
    key: 'bluegreen.abort.grace-period',
    type: duration,
    default: 600_000,
    doc: 'If the new side is not ready after this time, the transition is aborted.',
  }),
  reconciliationRescheduleInterval: resourceOption({
    key: 'bluegreen.reconciliation.reschedule-interval',
    type: duration,
    default: 15_000,
    doc: 'Time between rounds during a transition.',
  }),
  deploymentDeletionDelay: resourceOption({
    key: 'bluegreen.deployment-deletion.delay',
    type: duration,
    default: 0,
    doc: 'Delay between the new side being ready and the deletion of the old side.',
  }),
} as const
