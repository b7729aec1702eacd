import type { EpochMillis } from '../resource/time.ts'
import type { OwnerView } from './owner-view.ts'

/** A container's state, waiting, running or terminated, with what Kubernetes says about it. */
export interface ContainerStateView {
  readonly _tag: 'Waiting' | 'Running' | 'Terminated'
  readonly reason: string
  readonly message: string
  readonly exitCode: number | null
  /** Running: since when, by the clock of its node, in whole seconds. Left out where it is not told. */
  readonly startedAt?: EpochMillis
}

/** What decisions need of a container of a pod, an init container included. */
export interface ContainerView {
  readonly name: string
  readonly restartCount: number
  readonly state: ContainerStateView | null
  /** `lastState`: how the previous run ended. */
  readonly lastState: ContainerStateView | null
}

/** What decisions need of a pod. */
export interface PodView {
  readonly name: string
  readonly uid: string
  readonly creationTimestamp: EpochMillis
  readonly deleting: boolean
  /** Who made it: a ReplicaSet as a rule. Left out by a model whose pods are all the cluster's. */
  readonly owners?: readonly OwnerView[]
  readonly phase: string
  readonly podIP: string | null
  /** Main containers, then init containers (control-flow.md, section 3.4). */
  readonly containers: readonly ContainerView[]
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason: string; readonly message: string }[]
  /** Message of a FailedMount event of this pod, if one was looked up. */
  readonly failedMount: string | null
}
