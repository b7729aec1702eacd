import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type Act, act, look } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { ClusterSituation, RecordedCluster, ClusterDecision } from '../cluster-situation.ts'
import { nameConflicts } from '../observe/name-conflicts.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import type { SpecDiff } from '../../spec/diff/spec-diff.ts'
import type { DeployRound } from '../deploy/deploy-hooks.ts'
import { ingressQuestion, type IngressStep, ingressStep } from './ingress-step.ts'

/** What the cluster's owner adds to an edit of the ingress. */
export interface IngressEdit {
  /** The decision where nothing is to be done. */
  readonly calm: () => Act<FlinkDeploymentStatus>
  /** The status that records the wanted spec as running. */
  readonly recorded: () => FlinkDeploymentStatus
  readonly announce: readonly EmitEvent[]
}

/**
 * Carries out an edit that changes only the ingress (C-D03, E-51). The status records the edit once the observed Ingress is as the spec
 * asks.
 */
export const changeIngress = (
  { desired, observed: { status }, env }: ClusterRound,
  { step, reason }: Pick<Extract<ClusterSituation<RecordedCluster>, { readonly _tag: 'IngressDue' }>, 'step' | 'reason'>,
  { calm, recorded, announce }: IngressEdit,
): Act<FlinkDeploymentStatus> => {
  const after = env.options.observerProgressCheckInterval
  switch (step._tag) {
    case 'Wait':
      return { ...calm(), after, waitingFor: 'the Kubernetes API to return the Ingress', reason }
    case 'InTheWay':
      return {
        ...calm(),
        problem: nameConflicts([step.obstacle]),
        obstacles: [step.obstacle],
        after,
        waitingFor: `the name ${desired.meta.name} to be free for its Ingress`,
        reason,
      }
    case 'Do':
      return act(status, reason, { effects: [step.effect], events: announce })
    case 'Nothing':
      return act(recorded(), reason, { events: [...announce, ...step.announce] })
  }
}

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
  return pipe(ingressStep(round, deployed.running, looksLive), E.map(step => beside(decision, step)), orLook(lookAtIngress))
}

const lookAtIngress = (queries: readonly Query[]): ClusterDecision => look(queries, ingressQuestion)

/** The decision, with the step for the ingress. */
const beside = (decision: Act<FlinkDeploymentStatus>, step: IngressStep): ClusterDecision => {
  switch (step._tag) {
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
  return pipe(ingressStep(round, attempt.target, looksLive), E.map(step => atTheEnd(decision, status, step)), orLook(lookAtIngress))
}

const atTheEnd = (decision: Act<FlinkDeploymentStatus>, status: FlinkDeploymentStatus, step: IngressStep): ClusterDecision => {
  switch (step._tag) {
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
