import type { Env } from '../../env.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import { haObstacles } from '../../cluster/high-availability/ha-obstacles.ts'
import type { FlinkDeploymentDesired } from '../../application/deployment-desired.ts'
import type { FlinkDeploymentObserved } from '../../application/observed.ts'
import { explainedRound, trueSince } from '../../job/told/explained-round.ts'
import { isMissed } from '../../job/seen/observe-job.ts'
import { roundInForce } from '../../application/application-round.ts'
import type { Situation } from '../../application/application-situation.ts'
import { summarize } from './summarize-deployment.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import type { Explanation } from '../../round/explanation.ts'
import { unblockedBy } from './unblocks-deployment.ts'

/** The nearest mark in the status of when the wait began. */
const sinceOf = (situation: Situation, status: FlinkDeploymentStatus): EpochMillis | null => {
  const { operation, operatorRecord, jobStatus } = status
  if (operation !== null && operation.kind !== 'Unreadable') return operation.mintedAt
  if (situation._tag === 'Unmanageable') return trueSince(status, 'Stalled')
  if (situation._tag === 'Blocked')
    return trueSince(status, 'Stalled') ?? trueSince(status, 'Reconciling') ?? status.reconciliationStatus.reconciliationTimestamp
  if (situation._tag === 'ScaleDue') return operatorRecord.scalingBlindSince
  if (situation._tag !== 'Settled') return null
  return operatorRecord.jobMissedSince ?? operatorRecord.podTroubleSince
    ?? (isTerminal(jobStatus.state) ? operatorRecord.terminalSince : operatorRecord.runningSince) ?? trueSince(status, 'Ready')
    ?? trueSince(status, 'Reconciling')
}

/**
 * Why is it as it is: which situation, what is waited for, since when, when is the next look, and what unblocks it (design.md, section 1).
 * The answer is made from the same `classify`, `decide` and `summarize` as the operator's own round.
 */
export const explain = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Explanation => {
  const round = roundInForce(desired, observed, env)
  const { facts, status } = observed
  const situation = classify(round)
  const decision = decide(round, situation)
  return explainedRound({ ...round, situation, decision, actions: summarize(round, decision) }, {
    since: sinceOf(situation, status),
    unblockedBy: unblockedBy(situation, {
      isJobMissed: isMissed(status, env.now),
      obstacles: decision._tag === 'Look' ? [] : decision.obstacles ?? [],
    }),
    obstacles: facts.configMaps?._tag === 'Known' ? haObstacles(facts.configMaps.value, desired.meta.name, status.jobStatus.jobId) : [],
  })
}
