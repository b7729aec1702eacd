import { cluster, operator, person, type UnblockedBy, type Obstacle } from '../../contract/round/unblocked-by.ts'
import { nextRound, restoreByHand, unblocksJob } from '../../job/report/job-problem.ts'
import { outOfTheWay } from '../../cluster/report/cluster-problem.ts'
import { rowsIn } from '../../contract/round/row.ts'
import { type Situation, type FlinkDeploymentDesired, type FlinkDeploymentObserved, roundInForce } from './application/application-round.ts'
import type { Env } from '../../contract/env.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import { haObstacles } from '../../cluster/high-availability/ha-observation.ts'
import { explainedRound } from '../../job/report/explained-round.ts'
import { isMissed } from '../../job/observe/observe-job.ts'
import { summarize } from './summarize-deployment.ts'
import type { Explanation } from '../../contract/round/explanation.ts'
import { waitingSince } from './waiting-since.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped and its cluster is deleted; then the finalizer is removed'),
  RecordLost: restoreByHand,
  Suspending: cluster('the job ends, or its cluster is gone'),
  Deploying: cluster('the objects of the attempt exist'),
  TearingDown: cluster('Deployments, pods, ConfigMaps and Services of the cluster are gone'),
  IngressDue: nextRound,
  Unhealthy: nextRound,
  StuckSubmit: nextRound,
  PastTtl: nextRound,
}

/** The JobManager runs but does not list the job, so no edit can keep the state of the job. */
const missedJob = person(`read the log of the JobManager. If the job does not come back automatically: ${restoreByHand.what}`)

/** What unblocks a resource in this situation. */
export const unblockedBy = (
  situation: Situation,
  { isJobMissed, obstacles }: { readonly isJobMissed: boolean; readonly obstacles: readonly Obstacle[] },
): UnblockedBy => {
  const nameConflicts = outOfTheWay(obstacles)
  if (nameConflicts !== null) return nameConflicts
  // the first id is the row's own; the others name the rows of the tables that it used
  const [id] = rowsIn(situation.row)
  if (isJobMissed && (situation._tag === 'Settled' || id === 'edit/not-available')) return missedJob
  return situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag]
}

/**
 * Explains the state of the resource: the situation, what it waits for and since when, the time of the next round, and what unblocks it
 * (design.md, section 1). The answer uses the same `classify`, `decide` and `summarize` as the round of the operator.
 */
export const explain = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Explanation => {
  const round = roundInForce(desired, observed, env)
  const { facts, status } = observed
  const situation = classify(round)
  const decision = decide(round, situation)
  return explainedRound({ ...round, situation, decision, actions: summarize(round, decision) }, {
    since: waitingSince(situation, status),
    unblockedBy: unblockedBy(situation, {
      isJobMissed: isMissed(status, env.now),
      obstacles: decision._tag === 'Look' ? [] : decision.obstacles ?? [],
    }),
    obstacles: facts.configMaps?._tag === 'Known' ? haObstacles(facts.configMaps.value, desired.meta.name, status.jobStatus.jobId) : [],
  })
}
