import type { Problem } from '../../round/decision.ts'
import type { TearDownStep } from './tear-down-step.ts'

/**
 * What a deletion that takes longer than it was given waits for, and what a person can do: it is waited for all the same, since nothing may
 * run beside it.
 */
export const slowDeletion = (cluster: 'The cluster' | 'The last cluster', waitingFor: string): Problem => ({
  owner: 'operation',
  type: 'ReconciliationException',
  reason: 'CleanupFailed',
  message:
    `${cluster} is still being deleted: waiting for ${waitingFor}. If a finalizer holds it, whoever set that has to remove it. If the node of a pod is lost, and nothing of the pod can be alive any more, delete it by force `
    + '(kubectl delete pod NAME --force). It goes on by itself then',
})

/** What a step of a tear-down waits for. */
export const slowStep = (step: TearDownStep): string =>
  step._tag === 'Wait' || step._tag === 'Do' ? step.waitingFor : 'its objects to be seen'
