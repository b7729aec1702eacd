import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import { type Act, act } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { ClusterSituation, RecordedCluster } from '../cluster-situation.ts'
import { nameConflicts } from '../observe/name-conflicts.ts'

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
