import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { SpecDiff } from '../../spec-diff/spec-diff.ts'
import { act, type Decision, look } from '../../round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployRound } from '../deploy/deploy-course.ts'
import { inTheWay } from '../seen/in-the-way.ts'
import { ingressStep } from './ingress-step.ts'

type ClusterDecision = Decision<FlinkDeploymentStatus>

/**
 * In the steady state the ingress of what runs is looked after, where there is one: drift is repaired without a deploy (M-D14).
 * `looksLive`: this round looks live already.
 */
export const withIngress = (round: ClusterRound, looksLive: boolean, decision: ClusterDecision): ClusterDecision => {
  const { desired: { deployed }, observed: { status } } = round
  if (
    decision._tag === 'Look' || deployed._tag !== 'Deployed' || decision.effects.length > 0
    || status.reconciliationStatus.state !== 'DEPLOYED'
  ) return decision
  if (deployed.running.spec.ingress === null || !round.env.options.ingressManage) return decision
  const step = ingressStep(round, deployed.running, looksLive)
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
export const afterDeploy = (round: DeployRound, looksLive: boolean, decision: ClusterDecision): ClusterDecision => {
  const { desired: { attempt }, observed: { status } } = round
  const isEnd = decision._tag === 'Act' && status.operation?.kind === 'Deploy' && decision.status.operation === null
    && decision.status.operatorRecord.deployedAttempt === status.operation.id
  if (!isEnd || attempt === null) return decision
  const step = ingressStep(round, attempt.target, looksLive)
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

/** Does the edit change the ingress, and nothing else that matters? It needs no restart then (C-D03, E-51). */
export const isIngressAlone = (diff: SpecDiff): boolean =>
  diff.type === 'UPGRADE' && diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'ingress')
