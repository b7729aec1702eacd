import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import { clusterEvents } from '../../../../cluster/report/cluster-events.ts'
import { jobEvent } from '../../../../job/report/job-events.ts'
import { event } from '../../../../contract/round/event.ts'

/** The events of a FlinkDeployment with a job, with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const events = {
  ...jobEvent,
  ...clusterEvents,
  submit: event('Normal', 'JobManagerDeployment', 'Submit', 'Starting deployment'),
  orphan: event('Warning', 'Job', 'OrphanJob', 'A job that should not run is alive again; the operator deletes its cluster'),
  deletionWithoutSavepoint: event(
    'Warning',
    'Operator',
    'CleanupFailed',
    'No savepoint could be taken before the deletion; the operator deletes the cluster without one',
    null,
    'Once',
  ),
  missing: (component: 'JobManagerDeployment' | 'Job'): EmitEvent =>
    event('Warning', component, 'Missing', component === 'Job' ? 'Job Not Found' : 'Missing JobManager deployment'),
} as const
