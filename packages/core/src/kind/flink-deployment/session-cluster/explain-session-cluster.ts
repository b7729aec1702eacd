import type { Env } from '../../../contract/env.ts'
import { explainedRound } from '../../../job/report/explained-round.ts'
import type { Explanation } from '../../../contract/round/explanation.ts'
import { classify } from './classify-session-cluster.ts'
import { decide } from './decide-session-cluster.ts'
import type { SessionClusterDesired } from './session-cluster-round.ts'
import type { SessionClusterObserved } from './session-cluster-round.ts'
import { summarize } from './summarize-session-cluster.ts'
import { waitingSince } from '../waiting-since.ts'
import { unblockedBy } from './unblocks-session-cluster.ts'

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
