import type { EpochMillis } from '@flink-operator/core'
import { type Rival, scopeOf, scopeWords } from '@flink-operator/high-availability'

export interface HeldLease {
  readonly namespace: string
  readonly name: string
  readonly holder: string | null
  readonly acquireTime: EpochMillis | null
}

/** Names the holder of a Lease and since when it holds it, by the holder's clock. */
export const heldWords = ({ namespace, name, holder, acquireTime }: HeldLease): string =>
  `${holder ?? 'no process'} holds the Lease ${namespace}/${name}${
    acquireTime === null ? '' : ` since ${new Date(acquireTime).toISOString()}`
  }`

export const rivalWords = ({ lease, isAlive }: Rival): string =>
  isAlive
    ? `${heldWords(lease)} and reconciles ${scopeWords(scopeOf(lease.watches))}`
    : `${heldWords(lease)}; whether it is still renewed is seen within ${Math.ceil(lease.leaseDuration / 1000)} s`

/** What a user can do who started the operator by hand. */
export const remediations =
  'nothing was written. Stop that operator, or let it do the work; `plan` and `explain` only look, and need no Lease'

/** The message for a missing right to Leases. */
export const forbiddenWords = (message: string, namespace: string): string =>
  `leader election: ${message}. It takes get, create and update of leases (coordination.k8s.io) in namespace ${namespace}, and list of them in all namespaces. Nothing was written. `
  + 'Where no other operator can be in charge of the same resources, kubernetes.operator.leader-election.enabled: false does without'

export const noNamespaceWords = (message: string, { namespace, name }: Pick<HeldLease, 'namespace' | 'name'>): string =>
  `leader election: the Lease ${namespace}/${name} can't be created: ${message}. Nothing was written. Choose an existing namespace: by the context of the kubeconfig, or by OPERATOR_NAMESPACE`
