import { clusterReport } from './cluster-report.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { summarizeJob } from '../../job/report/summarize-job.ts'
import type { JobDecision, Round } from './application/application-round.ts'
import { roundProblem } from './application/report/round-problem.ts'

/**
 * Makes the action list of a decision, including the problem, the events and the conditions of the cluster (`job/report/summarize-job.ts`).
 */
export const summarize = (round: Round, decision: JobDecision): readonly FlinkDeploymentAction[] =>
  summarizeJob(round, decision, {
    problem: status => roundProblem(round, status),
    ...clusterReport(round),
  })
