import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SpecDiff } from '../../spec/diff/spec-diff.ts'
import { act, type Decision, look } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployRound } from '../deploy/deploy-hooks.ts'
import { nameConflicts } from '../observe/name-conflicts.ts'
import { ingressStep } from './ingress-step.ts'

type ClusterDecision = Decision<FlinkDeploymentStatus>

/**
 * Keeps the ingress of the running cluster up to date in steady state: drift is repaired without a deploy (M-D14). `looksLive`: this round
 * queries live anyway.
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
        problem: decision.problem ?? nameConflicts([step.obstacle]),
        obstacles: [...decision.obstacles ?? [], step.obstacle],
      }
    case 'Nothing':
    case 'Wait':
      return decision
  }
}

/**
 * Handles the ingress at the end of a deploy. It is unknown whether the old cluster had one, so the operator queries it. An ingress that
 * the spec does not have is deleted before the end is recorded, because no later round would look for it. A missing one is created in
 * steady state, so that it never delays a job.
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

/** True if the edit changes only the ingress. It needs no restart then (C-D03, E-51). */
export const isIngressAlone = (diff: SpecDiff): boolean =>
  diff.type === 'UPGRADE' && diff.changes.every(({ path, type }) => type === 'IGNORE' || path === 'ingress')
