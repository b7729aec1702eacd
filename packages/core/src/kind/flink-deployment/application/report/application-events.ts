import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { type Problem, event } from '../../../../contract/round/decision.ts'
import { contradiction, jobProblem, validationProblem } from '../../../../job/report/job-problem.ts'
import { clusterProblem, clusterEvents } from '../../../../cluster/report/cluster-problem.ts'
import type { Round } from '../application-round.ts'
import type { EmitEvent } from '../../../../contract/action/emit-event.ts'
import { jobEvent } from '../../../../job/report/job-events.ts'

/**
 * The problem that this round observed, whatever the situation: the JobManager cannot come up or is missing, the job failed, or the spec is
 * invalid.
 */
export const roundProblem = (round: Round, status: FlinkDeploymentStatus): Problem | null =>
  round.desired.meta.deletionTimestamp === null
    ? (contradiction(round, status) ?? clusterProblem(round, status) ?? jobProblem(round, status)
      ?? validationProblem(round)) : null

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
