import type { Env } from '../../contract/env.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import { haObstacles } from '../../cluster/high-availability/ha-obstacles.ts'
import type { FlinkDeploymentDesired } from './application/deployment-desired.ts'
import type { FlinkDeploymentObserved } from './application/application-round.ts'
import { explainedRound } from '../../job/report/explained-round.ts'
import { isMissed } from '../../job/observe/observe-job.ts'
import { roundInForce } from './application/application-round.ts'
import { summarize } from './summarize-deployment.ts'
import type { Explanation } from '../../contract/round/explanation.ts'
import { waitingSince } from './waiting-since.ts'
import { unblockedBy } from './unblocks-deployment.ts'

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
