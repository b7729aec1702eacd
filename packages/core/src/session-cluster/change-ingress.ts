import type { EmitEvent } from '../action/emit-event.ts'
import { inTheWay } from '../cluster/seen/in-the-way.ts'
import { act } from '../round/decision.ts'
import { recordInPlace } from './record.ts'
import type { SessionAct, SessionRound } from './session-cluster-round.ts'
import { settled } from './settled-session-cluster.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** An edit of the ingress alone (C-D03, E-51): it is recorded when the ingress is seen as it is to be. */
export const changeIngress = (
  round: SessionRound,
  { step, wanted, reason }: Extract<SessionSituation, { _tag: 'IngressDue' }>,
  announce: readonly EmitEvent[],
): SessionAct => {
  const { desired, observed: { status }, env } = round
  const after = env.options.observerProgressCheckInterval
  switch (step._tag) {
    case 'Wait':
      return { ...settled(round), after, waitingFor: 'to see the ingress', reason }
    case 'InTheWay':
      return {
        ...settled(round),
        problem: inTheWay([step.obstacle]),
        obstacles: [step.obstacle],
        after,
        waitingFor: `the name ${desired.meta.name} to be free for its Ingress`,
        reason,
      }
    case 'Do':
      return act(status, reason, { effects: [step.effect], events: announce })
    case 'Nothing':
      return act(recordInPlace(status, { desired, target: wanted, now: env.now }), reason, { events: [...announce, ...step.announce] })
  }
}
