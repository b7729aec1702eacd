import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { aheadEvents } from '../../job/told/job-events.ts'
import { summarizeJob } from '../../job/told/summarize-job.ts'
import type { JobDecision, Round } from '../../application/application-round.ts'
import { roundProblem } from '../../application/told/round-problem.ts'
import { jobManagerDown } from '../../cluster/told/job-manager-down.ts'
import { isRestMissed, restWords } from '../../cluster/seen/rest-unreachable.ts'

/** Makes the action list of a decision, with what is told of the cluster (`job/told/summarize-job.ts`). */
export const summarize = (round: Round, decision: JobDecision): readonly FlinkDeploymentAction[] =>
  summarizeJob(round, decision, {
    problem: status => roundProblem(round, status),
    jobManager: ({ jobManagerDeploymentStatus }) => jobManagerDeploymentStatus,
    blindFor: status => (isRestMissed(status, round.env) ? restWords(round.desired) : null),
    down: status => jobManagerDown(round, status),
    conditions: [],
    events: aheadEvents(round.observed.ahead ?? []),
  })
