import type { WorldAction } from '../../action/action.ts'
import { classify } from './classify-deployment.ts'
import { decide } from './decide-deployment.ts'
import type { Fact } from '../../fact/fact.ts'
import type { FlinkDeploymentDesired } from '../../application/deployment-desired.ts'
import { observe } from './observe-deployment.ts'
import type { JobDecision, Round } from '../../application/application-round.ts'
import { desiredAfter } from './validated-deployment.ts'

/** Made ours, begun, created; or stopped, begun, created: more than that never follows from one look. */
const longestChain = 3

interface Decided {
  readonly round: Round
  readonly decision: JobDecision
}

/**
 * A job without state that is stopped goes on to be deployed, and a start from nothing goes on to create its objects, in the very round
 * that saw that nothing of the last cluster is left: where there is no state to lose, no step between needs a write of its own. The one
 * write before the effects holds all of them (P03), and a crash before it leaves what was there. Where it leads to no effect, or more has
 * to be seen than this round has seen, each is written by itself. A new resource gets our finalizer between that write and the first
 * create: a list ends at what fails, and then the next round adds it and goes on with the attempt that is written down.
 */
export const chainDecisions = (round: Round, decision: JobDecision): Decided => {
  const first = { round, decision }
  const last = follow(first, longestChain)
  if (decision._tag === 'Look' || last.decision._tag === 'Look') return last
  if (last === first || last.decision.effects.length === 0) return first
  // what is stored is what was read
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
    decision._tag === 'Look' || decision.goesOn === undefined || decision.problem !== null
    || !decision.effects.every(({ _tag }) => _tag === 'AddFinalizer')
  ) return null
  const { desired: before, observed: { recorded, facts, others }, env } = round
  // another decision might have come first, had it been seen (P14)
  if ((Object.values(facts) as readonly (Fact<unknown> | undefined)[]).some(fact => fact?._tag === 'Unknown')) return null
  const desired = desiredAfter(withFinalizers(before, decision.effects), decision.status, env)
  if (desired === null) return null
  const next: Round = {
    desired,
    observed: { ...observe(desired, { meta: recorded.meta, status: decision.status }, facts, env), others },
    env,
  }
  const then = decide(next, classify(next))
  if (then._tag === 'Look') return decision.goesOn === 'Looking' ? { round: next, decision: then } : null
  return { round: next, decision: { ...then, reason: `${decision.reason}; ${then.reason}`, events: [...decision.events, ...then.events] } }
}

const withFinalizers = (desired: FlinkDeploymentDesired, effects: readonly WorldAction[]): FlinkDeploymentDesired => {
  const added = effects.flatMap(it => (it._tag === 'AddFinalizer' ? [it.finalizer] : []))
  return added.length === 0 ? desired : { ...desired, meta: { ...desired.meta, finalizers: [...desired.meta.finalizers, ...added] } }
}
