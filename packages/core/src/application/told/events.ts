import type { EmitEvent } from '../../action/emit-event.ts'
import { ingressNotManaged } from '../../cluster/ingress/not-managed.ts'
import { event } from '../../round/event.ts'

/** The events of a FlinkDeployment with the reference operator's reasons and texts (control-flow.md, section 7.2). */
export const events = {
  submit: event('Normal', 'JobManagerDeployment', 'Submit', 'Starting deployment'),
  suspended: event('Normal', 'JobManagerDeployment', 'Suspended', 'Suspending existing deployment.'),
  rollback: event('Normal', 'JobManagerDeployment', 'Rollback', 'Rolling back failed deployment.'),
  cleanup: event('Normal', 'Operator', 'Cleanup', 'Cleaning up FlinkDeployment', null, 'Once'),
  scaling: event('Normal', 'Job', 'Scaling', 'In-place scaling triggered'),
  scalingGivenUp: (why: string, generation: number): EmitEvent =>
    event('Warning', 'Job', 'Scaling', `${why}: the job is upgraded instead`.slice(0, 1000), `Scaling: ${String(generation)}`, 'Once'),
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
  clockSkew: (paths: string): EmitEvent =>
    event(
      'Warning',
      'Operator',
      'ClockSkew',
      `Moments that lie ahead of now count as now: ${paths}. The clock of the operator that wrote them was ahead, or this one\'s is behind`,
      'ClockSkew',
    ),
  sessionCluster: event(
    'Warning',
    'Operator',
    'SessionCluster',
    'This is a session cluster. This version of the operator does not carry out session clusters: it is left as it is, nothing is written, and it runs on. The operator that deployed it can look after it',
    null,
    'Once',
  ),
  paused: (why: string): EmitEvent => event('Normal', 'Operator', 'Paused', `Left as it is: ${why}`),
  pauseEnded: event('Normal', 'Operator', 'PauseEnded', 'The pause is over'),
  specChanged: (type: string, text: string, generation: number): EmitEvent =>
    event(
      'Normal',
      'JobManagerDeployment',
      'SpecChanged',
      `${type} change(s) detected (${text}), starting reconciliation.`,
      `SpecChange: ${String(generation)}`,
      'Once',
    ),
  jobStatusChanged: (from: string | null, to: string): EmitEvent =>
    event('Normal', 'Job', 'JobStatusChanged', from === null ? `Job status changed to ${to}` : `Job status changed from ${from} to ${to}`),
  missing: (component: 'JobManagerDeployment' | 'Job'): EmitEvent =>
    event('Warning', component, 'Missing', component === 'Job' ? 'Job Not Found' : 'Missing JobManager deployment'),
  /** One event for a generation and reason: back-off times and restart counts in the message don't make another one (P16, B60). */
  problem: (reason: string, message: string, generation: number, component: EmitEvent['component'] = 'JobManagerDeployment'): EmitEvent =>
    event('Warning', component, reason, message.slice(0, 1000), `${reason}: ${String(generation)}`),
} as const
