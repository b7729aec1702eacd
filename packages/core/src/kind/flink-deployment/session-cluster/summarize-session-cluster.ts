import { clusterReport } from '../cluster-report.ts'
import type { Action } from '../../../contract/action/action.ts'
import { clusterProblem } from '../../../cluster/report/cluster-problem.ts'
import { validationProblem } from '../../../job/report/job-problem.ts'
import { summarizeJob } from '../../../job/report/summarize-job.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import { withStatus } from '../../../contract/round/status-change.ts'
import { untilItAnswers } from './stake-words.ts'
import type { SessionDecision, SessionRound } from './session-cluster-round.ts'

/** Makes the action list of a decision, including the problem, the events and the conditions of the cluster. */
export const summarize = (round: SessionRound, decision: SessionDecision): readonly Action<FlinkDeploymentStatus>[] =>
  summarizeJob(round, decision._tag === 'Look' ? decision : { ...decision, status: withoutOldError(decision.status) }, {
    problem: status =>
      round.desired.meta.deletionTimestamp === null ? clusterProblem(round, status, heldUp(decision)) ?? validationProblem(round) : null,
    ...clusterReport(round),
  })

/** V06: the text for an edit that waits for the JobManager to answer, with what the user can do. */
const heldUp = (decision: SessionDecision): string | null =>
  decision._tag === 'Act' && decision.holdsUpEdit !== undefined ? untilItAnswers : null

/**
 * Clears an error that the previous operator wrote once the JobManager is ready: a session cluster has no job that could still report it.
 */
const withoutOldError = (status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  status.error !== null && status.operatorRecord.errorOwner === null && status.jobManagerDeploymentStatus === 'READY'
    ? withStatus(status, { error: null }) : status
