import type { Action } from '../../action/action.ts'
import type { BesideJob } from '../../job/told/job-conditions.ts'
import { aheadEvents } from '../../job/told/job-events.ts'
import { contradiction, jobProblem, validationProblem } from '../../job/told/job-problem.ts'
import { summarizeJob } from '../../job/told/summarize-job.ts'
import type { FlinkSessionJobStatus } from '../../resource/flink-session-job.ts'
import { noCluster } from './cluster/no-cluster.ts'
import type { JobDecision, Round } from './session-job-round.ts'

/** Makes the action list of a decision, with what is told of the session cluster (`job/told/summarize-job.ts`). */
export const summarize = (round: Round, decision: JobDecision): readonly Action<FlinkSessionJobStatus>[] =>
  summarizeJob(round, decision, {
    problem: status =>
      round.desired.meta.deletionTimestamp !== null ? null
        : contradiction(round, status) ?? jobProblem(round, status) ?? validationProblem(round),
    jobManager: () => round.observed.host.jobManager,
    blindFor: ({ jobStatus: { jobId } }) => (jobId === null ? null : noCluster(round)?.message ?? null),
    // its cluster's own condition tells that
    down: () => null,
    conditions: clusterConditions(round),
    events: aheadEvents(round.observed.ahead ?? []),
  })

/** E-6, E-8: what is so of the cluster is told as that, and is no error of the job. */
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
