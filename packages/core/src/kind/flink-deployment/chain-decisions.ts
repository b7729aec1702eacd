import type { WorldAction } from '../../contract/action/action.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentDesired, JobDecision, Round } from './application/application-round.ts'
import { observe } from './observe-deployment.ts'
import { desiredAfter } from './validated-deployment.ts'

/**
 * The longest chain of decisions in one round: finalizer added, deploy begun, objects created; or job stopped, deploy begun, objects
 * created.
 */
const longestChain = 3

interface Decided {
  readonly round: Round
  readonly decision: JobDecision
}

/**
 * Continues with the next decision in the same round where no state can be lost between the two: a stateless job that has stopped is
 * deployed, and a start from empty state creates its objects. The round must have seen live that nothing of the previous cluster is left.
 *
 * One status write before the effects records all the steps (P03); a crash before that write changes nothing. If the chain ends without an
 * effect, or needs a query that this round has not made, each step is written in its own round. A new resource gets our finalizer between
 * the write and the first create: an action list ends at the first failure, and the next round then adds the finalizer and continues the
 * recorded attempt.
 */
export const chainDecisions = (round: Round, decision: JobDecision): Decided => {
  const first = { round, decision }
  const last = follow(first, longestChain)
  if (decision._tag === 'Look' || last.decision._tag === 'Look') return last
  if (last === first || last.decision.effects.length === 0) return first
  // the comparison base stays the status that this round has read
  return {
    decision: { ...last.decision, effects: [...decision.effects, ...last.decision.effects] },
    round: { ...last.round, observed: { ...last.round.observed, recorded: round.observed.recorded } },
  }
}

const follow = (decided: Decided, left: number): Decided => {
  const next = left === 0 ? null : after(decided)
  return next === null ? decided : follow(next, left - 1)
}

const after = ({ round, decision }: Decided): Decided | null => {
  if (
    decision._tag === 'Look' || decision.chains === undefined || decision.problem !== null
    || !decision.effects.every(({ _tag }) => _tag === 'AddFinalizer')
  ) return null
  const { desired: before, observed: { recorded, facts, others }, env } = round
  // a fact that could not be read may call for another decision first (P14)
  if ((Object.values(facts) as readonly (Fact<unknown> | undefined)[]).some(fact => fact?._tag === 'Unknown')) return null
  const desired = desiredAfter(withFinalizers(before, decision.effects), decision.status, env)
  if (desired === null) return null
  const next: Round = {
    desired,
    observed: { ...observe(desired, { meta: recorded.meta, status: decision.status }, facts, env), others },
    env,
  }
  const then = decide(next, classify(next))
  if (then._tag === 'Look') return decision.chains === 'Looking' ? { round: next, decision: then } : null
  return { round: next, decision: { ...then, reason: `${decision.reason}; ${then.reason}`, events: [...decision.events, ...then.events] } }
}

const withFinalizers = (desired: FlinkDeploymentDesired, effects: readonly WorldAction[]): FlinkDeploymentDesired => {
  const added = effects.flatMap(it => (it._tag === 'AddFinalizer' ? [it.finalizer] : []))
  return added.length === 0 ? desired : { ...desired, meta: { ...desired.meta, finalizers: [...desired.meta.finalizers, ...added] } }
}
