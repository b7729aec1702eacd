import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { Problem } from '../../round/decision.ts'
import { contradiction, jobProblem, validationProblem } from '../../job/told/job-problem.ts'
import { clusterProblem } from '../../cluster/told/cluster-problem.ts'
import type { Round } from '../application-round.ts'

/**
 * What was seen to be wrong in this round, whatever the situation: the JobManager can't come up, is missing, the job failed, or the spec is
 * not valid.
 */
export const roundProblem = (round: Round, status: FlinkDeploymentStatus): Problem | null =>
  round.desired.meta.deletionTimestamp === null
    ? (contradiction(round, status) ?? clusterProblem(round, status) ?? jobProblem(round, status)
      ?? validationProblem(round)) : null
