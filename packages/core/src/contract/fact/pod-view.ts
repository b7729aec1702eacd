import type { EpochMillis } from '../resource/time.ts'
import type { OwnerView } from './object-view.ts'

/** A container's state (waiting, running or terminated), as Kubernetes reports it. */
export interface ContainerStateView {
  readonly _tag: 'Waiting' | 'Running' | 'Terminated'
  readonly reason: string
  readonly message: string
  readonly exitCode: number | null
  /** Running: the start time by its node's clock, in whole seconds. Absent: not reported. */
  readonly startedAt?: EpochMillis
}

/** The fields of a container that decisions need, init containers included. */
export interface ContainerView {
  readonly name: string
  readonly restartCount: number
  readonly state: ContainerStateView | null
  /** `lastState`: how the previous run ended. */
  readonly lastState: ContainerStateView | null
}

/** The fields of a pod that decisions need. */
export interface PodView {
  readonly name: string
  readonly uid: string
  readonly creationTimestamp: EpochMillis
  readonly deleting: boolean
  /** The pod's owner, usually a ReplicaSet. Absent: all pods of the model belong to the cluster. */
  readonly owners?: readonly OwnerView[]
  readonly phase: string
  readonly podIP: string | null
  /** Main containers, then init containers (control-flow.md, section 3.4). */
  readonly containers: readonly ContainerView[]
  readonly conditions: readonly { readonly type: string; readonly status: string; readonly reason: string; readonly message: string }[]
  /** Message of a FailedMount event of this pod, if it was queried. */
  readonly failedMount: string | null
}
