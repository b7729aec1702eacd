import { cluster, operator, type UnblockedBy, type Obstacle } from '../../../contract/round/unblocked-by.ts'
import { nextRound, unblocksJob, validationProblem } from '../../../job/report/job-problem.ts'
import { outOfTheWay, clusterProblem } from '../../../cluster/report/cluster-problem.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { clusterReport } from '../summarize-deployment.ts'
import type { Action } from '../../../contract/action/action.ts'
import { summarizeJob } from '../../../job/report/summarize-job.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import { withStatus } from '../../../contract/round/status-change.ts'
import { untilItAnswers } from './unless-at-stake.ts'
import type { SessionDecision, SessionRound, SessionClusterDesired, SessionClusterObserved } from './session-cluster-round.ts'
import type { Env } from '../../../contract/env.ts'
import { explainedRound } from '../../../job/report/explained-round.ts'
import type { Explanation } from '../../../contract/round/explanation.ts'
import { classify } from './classify-session-cluster.ts'
import { decide } from './decide-session-cluster.ts'
import { waitingSince } from '../waiting-since.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<SessionSituation['_tag'], 'Blocked'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: cluster(
    'its session jobs are deleted and its other jobs have ended; then the operator deletes the cluster and removes the finalizer',
  ),
  Deploying: operator('the deploy continues automatically, step by step'),
  TearingDown: operator('the cluster is being deleted, step by step'),
  IngressDue: nextRound,
  StuckSubmit: nextRound,
}

/** What unblocks a session cluster in this situation. */
export const unblockedBy = (situation: SessionSituation, obstacles: readonly Obstacle[]): UnblockedBy =>
  outOfTheWay(obstacles) ?? (situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag])

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

/** Explains the state of a session cluster, with the same `classify`, `decide` and `summarize` as the round of the operator. */
export const explain = (desired: SessionClusterDesired, observed: SessionClusterObserved, env: Env): Explanation => {
  const round = { desired, observed, env }
  const situation = classify(round)
  const decision = decide(round, situation)
  return explainedRound({ ...round, situation, decision, actions: summarize(round, decision) }, {
    since: waitingSince(situation, observed.status),
    unblockedBy: unblockedBy(situation, decision._tag === 'Look' ? [] : decision.obstacles ?? []),
  })
}
