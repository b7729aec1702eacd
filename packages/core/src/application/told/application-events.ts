import type { EmitEvent } from '../../action/emit-event.ts'
import { clusterEvents } from '../../cluster/told/cluster-events.ts'
import { jobEvent } from '../../job/told/job-events.ts'
import { event } from '../../round/event.ts'

/** The events of a FlinkDeployment with a job, with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const events = {
  ...jobEvent,
  ...clusterEvents,
  submit: event('Normal', 'JobManagerDeployment', 'Submit', 'Starting deployment'),
  stray: event('Warning', 'Job', 'StrayJob', 'A job that is not to run came back to life; its cluster is taken away'),
  deletionWithoutSavepoint: event(
    'Warning',
    'Operator',
    'CleanupFailed',
    'No savepoint could be taken before the deletion; the cluster is taken away without one',
    null,
    'Once',
  ),
  missing: (component: 'JobManagerDeployment' | 'Job'): EmitEvent =>
    event('Warning', component, 'Missing', component === 'Job' ? 'Job Not Found' : 'Missing JobManager deployment'),
} as const
