import { jobEvent } from '../../../job/report/job-events.ts'
import { boundedMessage } from '../../../contract/resource/utf8-length.ts'
import { event } from '../../../contract/round/event.ts'

/** The events of a FlinkSessionJob with the reference operator's reasons and texts (session-snapshot-bluegreen.md, section 12). */
export const events = {
  ...jobEvent,
  submit: event('Normal', 'Job', 'Submit', 'Starting deployment'),
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkSessionJob', null, 'Once'),
  recover: event('Warning', 'Job', 'RecoverDeployment', 'Recovering lost job'),
  orphan: (jobId: string) =>
    event(
      'Warning',
      'Job',
      'OrphanJob',
      `Job ${jobId} of this resource is alive, but the status does not record that it runs; the operator stops it first`,
    ),
  deletionWithoutSavepoint: event(
    'Warning',
    'Operator',
    'CleanupFailed',
    'No savepoint could be taken before the deletion; the operator cancels the job without one',
    null,
    'Once',
  ),
  leftBehind: (what: string) =>
    event('Warning', 'Operator', 'CleanupFailed', boundedMessage(`The resource is deleted, but ${what}`), null, 'Once'),
} as const
