import type { EmitEvent } from '../../action/emit-event.ts'
import { ingressNotManaged } from '../../cluster/ingress/not-managed.ts'
import { jobEvent } from '../../job/told/job-events.ts'
import { event } from '../../round/event.ts'

/** The events of a FlinkDeployment with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const events = {
  ...jobEvent,
  submit: event('Normal', 'JobManagerDeployment', 'Submit', 'Starting deployment'),
  suspended: event('Normal', 'JobManagerDeployment', 'Suspended', 'Suspending existing deployment.'),
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkDeployment', null, 'Once'),
  ingressNotManaged,
  recover: event('Warning', 'Job', 'RecoverDeployment', 'Recovering lost deployment'),
  stray: event('Warning', 'Job', 'StrayJob', 'A job that is not to run came back to life; its cluster is taken away'),
  deletionWithoutSavepoint: event(
    'Warning',
    'Operator',
    'CleanupFailed',
    'No savepoint could be taken before the deletion; the cluster is taken away without one',
    null,
    'Once',
  ),
  sessionCluster: event(
    'Warning',
    'Operator',
    'SessionCluster',
    'This is a session cluster. This version of the operator does not carry out session clusters: it is left as it is, nothing is written, and it runs on. The operator that deployed it can look after it',
    null,
    'Once',
  ),
  missing: (component: 'JobManagerDeployment' | 'Job'): EmitEvent =>
    event('Warning', component, 'Missing', component === 'Job' ? 'Job Not Found' : 'Missing JobManager deployment'),
} as const
