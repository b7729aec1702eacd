import { isRestMissed, restWords } from '../../cluster/observe/rest-unreachable.ts'
import type { ReportedClusterRound } from '../../cluster/report/cluster-problem.ts'
import { jobManagerDown } from '../../cluster/report/job-manager-down.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { aheadEvents } from '../../job/report/job-events.ts'
import { type ReportInputs, summarizeJob } from '../../job/report/summarize-job.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { JobDecision, Round } from './application/application-round.ts'
import { roundProblem } from './application/report/application-events.ts'

interface Reported extends ReportedClusterRound {
  readonly observed: ReportedClusterRound['observed'] & { readonly ahead?: readonly string[] }
}

/** What a FlinkDeployment reports about its cluster, with or without a job of its own. */
export const clusterReport = (round: Reported): Omit<ReportInputs<FlinkDeploymentStatus>, 'problem'> => ({
  jobManager: ({ jobManagerDeploymentStatus }) => jobManagerDeploymentStatus,
  unobservableFor: status => (isRestMissed(status, round.env) ? restWords(round.desired) : null),
  down: status => jobManagerDown(round, status),
  conditions: [],
  events: aheadEvents(round.observed.ahead ?? []),
})

/**
 * Makes the action list of a decision, including the problem, the events and the conditions of the cluster (`job/report/summarize-job.ts`).
 */
export const summarize = (round: Round, decision: JobDecision): readonly FlinkDeploymentAction[] =>
  summarizeJob(round, decision, {
    problem: status => roundProblem(round, status),
    ...clusterReport(round),
  })
