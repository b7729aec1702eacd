import type { Action } from '../action/action.ts'
import { isRestMissed, restWords } from '../cluster/seen/rest-unreachable.ts'
import { clusterProblem } from '../cluster/told/cluster-problem.ts'
import { aheadEvents } from '../job/told/job-events.ts'
import { validationProblem } from '../job/told/job-problem.ts'
import { summarizeJob } from '../job/told/summarize-job.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { withStatus } from '../round/status-change.ts'
import type { SessionDecision, SessionRound } from './round.ts'

/** Makes the action list of a decision, with what is told of the cluster. */
export const summarize = (round: SessionRound, decision: SessionDecision): readonly Action<FlinkDeploymentStatus>[] =>
  summarizeJob(round, decision._tag === 'Look' ? decision : { ...decision, status: withoutOldError(decision.status) }, {
    problem: status => round.desired.meta.deletionTimestamp === null ? clusterProblem(round, status) ?? validationProblem(round) : null,
    jobManager: ({ jobManagerDeploymentStatus }) => jobManagerDeploymentStatus,
    blindFor: status => (isRestMissed(status, round.env) ? restWords(round.desired) : null),
    conditions: [],
    events: aheadEvents(round.observed.ahead ?? []),
  })

/** An error that the operator before wrote is over when the JobManager is there: there is no job that could tell it. */
const withoutOldError = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  status.error !== null && status.operatorRecord.errorOwner === null && status.jobManagerDeploymentStatus === 'READY'
    ? withStatus(status, { error: null }) : status
