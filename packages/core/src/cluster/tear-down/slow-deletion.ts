import type { Problem } from '../../contract/round/decision.ts'
import type { TearDownStep } from './tear-down-step.ts'

/**
 * The problem of a deletion that takes longer than its deadline: what it waits for, and what a user can do. The operator continues to wait,
 * because no other cluster may run beside the old one.
 */
export const slowDeletion = (cluster: 'The cluster' | 'The previous cluster', waitingFor: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message:
    `${cluster} is still being deleted: waiting for ${waitingFor}. If a finalizer blocks it, the controller that set the finalizer has to remove it. If the node of a pod is lost, and no process of the pod can still run, delete the pod by force `
    + '(kubectl delete pod NAME --force). The operator then continues automatically',
})

/** What a step of a tear-down waits for. */
export const slowStep = (step: TearDownStep): string =>
  step._tag === 'Wait' || step._tag === 'Do' ? step.waitingFor : 'its objects to be read'
