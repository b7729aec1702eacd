import { jobEvent, aheadEvents } from '../../job/report/job-events.ts'
import { boundedMessage } from '../../contract/resource/json.ts'
import { event } from '../../contract/round/decision.ts'
import type { Action } from '../../contract/action/action.ts'
import type { BesideJob } from '../../job/report/job-conditions.ts'
import { contradiction, jobProblem, validationProblem } from '../../job/report/job-problem.ts'
import { summarizeJob } from '../../job/report/summarize-job.ts'
import type { FlinkSessionJobStatus } from '../../contract/resource/flink-session-job.ts'
import { noCluster } from './cluster/cluster-goes.ts'
import type { JobDecision, Round } from './session-job-round.ts'

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

/** Makes the action list of a decision, including the condition of the session cluster (`job/report/summarize-job.ts`). */
export const summarize = (round: Round, decision: JobDecision): readonly Action<FlinkSessionJobStatus>[] =>
  summarizeJob(round, decision, {
    problem: status =>
      round.desired.meta.deletionTimestamp !== null ? null
        : contradiction(round, status) ?? jobProblem(round, status) ?? validationProblem(round),
    jobManager: () => round.observed.host.jobManager,
    unobservableFor: ({ jobStatus: { jobId } }) => (jobId === null ? null : noCluster(round)?.message ?? null),
    // the condition ClusterReady reports that
    down: () => null,
    conditions: clusterConditions(round),
    events: aheadEvents(round.observed.ahead ?? []),
  })

/** E-6, E-8: the state of the cluster is reported in its own condition, and is no error of the job. */
const clusterConditions = (round: Round): BesideJob => {
  if (round.observed.cluster._tag === 'NotLookedAt') return []
  const missing = noCluster(round)
  const { generation } = round.desired.meta
  return [
    missing === null
      ? { type: 'ClusterReady', status: 'True', reason: 'SessionClusterReady', message: '', observedGeneration: generation }
      : {
        type: 'ClusterReady',
        status: missing.reason === 'SessionClusterUnseen' ? 'Unknown' : 'False',
        reason: missing.reason,
        message: missing.message,
        observedGeneration: generation,
      },
  ]
}
