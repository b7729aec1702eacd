import { jobEvent } from '../../../job/told/job-events.ts'
import { boundedMessage } from '../../../resource/utf8-length.ts'
import { event } from '../../../round/event.ts'

/** The events of a FlinkSessionJob with the reference operator's reasons and texts (session-snapshot-bluegreen.md, section 12). */
export const events = {
  ...jobEvent,
  submit: event('Normal', 'Job', 'Submit', 'Starting deployment'),
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkSessionJob', null, 'Once'),
  recover: event('Warning', 'Job', 'RecoverDeployment', 'Recovering lost job'),
  stray: (jobId: string) =>
    event(
      'Warning',
      'Job',
      'StrayJob',
      `Job ${jobId} of this resource is alive, and the status does not tell that it runs; it is stopped first`,
    ),
  deletionWithoutSavepoint: event(
    'Warning',
    'Operator',
    'CleanupFailed',
    'No savepoint could be taken before the deletion; the job is cancelled without one',
    null,
    'Once',
  ),
  leftBehind: (what: string) =>
    event('Warning', 'Operator', 'CleanupFailed', boundedMessage(`The resource goes, and ${what}`), null, 'Once'),
} as const
