import type { EmitEvent } from '../../action/emit-event.ts'
import { act, look } from '../../round/decision.ts'
import { inTheWay } from '../../cluster/seen/in-the-way.ts'
import { ingressStep } from '../../cluster/ingress/ingress-step.ts'
import type { JobAct, JobDecision, Round } from '../../application/round.ts'
import { settled } from '../../application/settled.ts'
import type { Situation } from '../../application/situation.ts'
import { recordRunning } from '../../application/record/status-updates.ts'

/** Did this round look live at what an ended job left? */
const hasLookedLive = ({ observed: { facts } }: Pick<Round, 'observed'>): boolean =>
  facts.checkpoints !== undefined && facts.services?.source === 'live'

/** In the steady state the ingress of what runs is looked after, where there is one: drift is repaired without a deploy (M-D14). */
export const withIngress = (round: Round, decision: JobDecision): JobDecision => {
  const { desired: { deployed }, observed: { status } } = round
  if (
    decision._tag === 'Look' || deployed._tag !== 'Deployed' || decision.effects.length > 0
    || status.reconciliationStatus.state !== 'DEPLOYED'
  ) return decision
  if (deployed.running.spec.ingress === null || !round.env.options.ingressManage) return decision
  const step = ingressStep(round, deployed.running, hasLookedLive(round))
  switch (step._tag) {
    case 'LookFirst':
      return look(step.queries, step.reason)
    case 'Do':
      return { ...decision, effects: [step.effect], after: 0, reason: step.reason }
    case 'InTheWay':
      return {
        ...decision,
        problem: decision.problem ?? inTheWay([step.obstacle]),
        obstacles: [...decision.obstacles ?? [], step.obstacle],
      }
    case 'Nothing':
    case 'Wait':
      return decision
  }
}

/**
 * A deploy ends: whether the cluster before had an ingress is not known any more, so it is looked. One that is not wanted goes before the
 * end is recorded, else nobody would look for it again; one that is wanted is made in the steady state, so that it never holds up a job.
 */
export const afterDeploy = (round: Round, decision: JobDecision): JobDecision => {
  const { desired: { attempt }, observed: { status } } = round
  const isEnd = decision._tag === 'Act' && status.operation?.kind === 'Deploy' && decision.status.operation === null
    && decision.status.operatorRecord.deployedAttempt === status.operation.id
  if (!isEnd || attempt === null) return decision
  const step = ingressStep(round, attempt.target, hasLookedLive(round))
  switch (step._tag) {
    case 'LookFirst':
      return look(step.queries, step.reason)
    case 'Do':
      return step.effect._tag === 'DeleteObject' ? act(status, step.reason, { effects: [step.effect] }) : decision
    case 'Nothing':
      return { ...decision, events: [...decision.events, ...step.announce] }
    case 'InTheWay':
    case 'Wait':
      return decision
  }
}

/** An edit of the ingress alone needs no restart (C-D03); null: it is none, or something else comes first. */
export const ingressSituation = (round: Round): Situation | null => {
  const { desired: { deployed, wanted, diff }, observed: { status } } = round
  const isAlone = diff.type === 'UPGRADE' && diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'ingress')
  if (
    !isAlone || wanted === null || deployed._tag !== 'Deployed' || status.operation !== null
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
      return { ...settled(round), after: env.options.observerProgressCheckInterval, waitingFor: 'to see the ingress', reason }
    case 'InTheWay':
      return {
        ...settled(round),
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
