import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { Problem } from '../../../../contract/round/decision.ts'
import { contradiction, jobProblem, validationProblem } from '../../../../job/report/job-problem.ts'
import { clusterProblem } from '../../../../cluster/report/cluster-problem.ts'
import type { Round } from '../application-round.ts'

/**
 * The problem that this round observed, whatever the situation: the JobManager cannot come up or is missing, the job failed, or the spec is
 * invalid.
 */
export const roundProblem = (round: Round, status: FlinkDeploymentStatus): Problem | null =>
  round.desired.meta.deletionTimestamp === null
    ? (contradiction(round, status) ?? clusterProblem(round, status) ?? jobProblem(round, status)
      ?? validationProblem(round)) : null
