import type { EmitEvent } from '../../action/emit-event.ts'
import { act } from '../../round/decision.ts'
import { afterDeploy as ingressAfterDeploy, isIngressAlone, withIngress as keptIngress } from '../../cluster/ingress/keep-ingress.ts'
import { inTheWay } from '../../cluster/seen/in-the-way.ts'
import { ingressStep } from '../../cluster/ingress/ingress-step.ts'
import type { JobAct, JobDecision, Round } from '../../application/application-round.ts'
import { settled } from '../../job/settled.ts'
import { settling } from '../../application/settling.ts'
import type { Situation } from '../../application/application-situation.ts'
import { recordRunning } from '../../application/record/status-updates.ts'

/** Did this round look live at what an ended job left? */
const hasLookedLive = ({ observed: { facts } }: Pick<Round, 'observed'>): boolean =>
  facts.checkpoints !== undefined && facts.services?.source === 'live'

/** In the steady state the ingress of what runs is looked after. */
export const withIngress = (round: Round, decision: JobDecision): JobDecision => keptIngress(round, hasLookedLive(round), decision)

/** A deploy ends: an ingress that is not wanted goes with it. */
export const afterDeploy = (round: Round, decision: JobDecision): JobDecision => ingressAfterDeploy(round, hasLookedLive(round), decision)

/** An edit of the ingress alone needs no restart (C-D03); null: it is none, or something else comes first. */
export const ingressSituation = (round: Round): Situation | null => {
  const { desired: { deployed, wanted, diff }, observed: { status } } = round
  if (
    !isIngressAlone(diff) || wanted === null || deployed._tag !== 'Deployed' || status.operation !== null
    || status.reconciliationStatus.state !== 'DEPLOYED'
  ) return null
  const step = ingressStep(round, wanted, hasLookedLive(round))
  return step._tag === 'LookFirst'
    ? { _tag: 'NeedsFacts', row: 'I1', queries: step.queries, reason: step.reason }
    : { _tag: 'IngressDue', row: `I2 ${step._tag}`, step, wanted, deployed, reason: step.reason }
}

/** The edit is recorded when the ingress is seen as it is to be. */
export const changeIngress = (
  round: Round,
  { step, wanted, deployed, reason }: Extract<Situation, { _tag: 'IngressDue' }>,
  announce: readonly EmitEvent[],
): JobAct => {
  const { desired, observed: { status }, env } = round
  switch (step._tag) {
    case 'Wait':
      return { ...settled(settling, round), after: env.options.observerProgressCheckInterval, waitingFor: 'to see the ingress', reason }
    case 'InTheWay':
      return {
        ...settled(settling, round),
        problem: inTheWay([step.obstacle]),
        obstacles: [step.obstacle],
        after: env.options.observerProgressCheckInterval,
        waitingFor: `the name ${desired.meta.name} to be free for its Ingress`,
        reason,
      }
    case 'Do':
      return act(status, reason, { effects: [step.effect], events: announce })
    case 'Nothing':
      return act(
        recordRunning(status, { desired, spec: wanted.spec, job: wanted.job, mode: deployed.reconciled.job.upgradeMode, now: env.now }),
        reason,
        { events: [...announce, ...step.announce] },
      )
  }
}
