import type { Action } from '../action/action.ts'
import { isRestMissed, restWords } from '../cluster/seen/rest-unreachable.ts'
import { clusterProblem } from '../cluster/told/cluster-problem.ts'
import { jobManagerDown } from '../cluster/told/job-manager-down.ts'
import { aheadEvents } from '../job/told/job-events.ts'
import { validationProblem } from '../job/told/job-problem.ts'
import { summarizeJob } from '../job/told/summarize-job.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { withStatus } from '../round/status-change.ts'
import { untilItAnswers } from './stake-words.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'

/** Makes the action list of a decision, with what is told of the cluster. */
export const summarize = (round: SessionRound, decision: SessionDecision): readonly Action<FlinkDeploymentStatus>[] =>
  summarizeJob(round, decision._tag === 'Look' ? decision : { ...decision, status: withoutOldError(decision.status) }, {
    problem: status =>
      round.desired.meta.deletionTimestamp === null ? clusterProblem(round, status, heldUp(decision)) ?? validationProblem(round) : null,
    jobManager: ({ jobManagerDeploymentStatus }) => jobManagerDeploymentStatus,
    blindFor: status => (isRestMissed(status, round.env) ? restWords(round.desired) : null),
    down: status => jobManagerDown(round, status),
    conditions: [],
    events: aheadEvents(round.observed.ahead ?? []),
  })

/** V06: an edit that waits for the JobManager to answer, and what a person can do. */
const heldUp = (decision: SessionDecision): string | null =>
  decision._tag === 'Act' && decision.holdsUpEdit === true ? untilItAnswers : null

/** An error that the operator before wrote is over when the JobManager is there: there is no job that could tell it. */
const withoutOldError = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  status.error !== null && status.operatorRecord.errorOwner === null && status.jobManagerDeploymentStatus === 'READY'
    ? withStatus(status, { error: null }) : status
