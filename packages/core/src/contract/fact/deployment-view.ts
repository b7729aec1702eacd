import type { EpochMillis } from '../resource/time.ts'
import type { OwnerView } from './owner-view.ts'

/** The fields of an apps/v1 Deployment that decisions need. */
export interface DeploymentView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly creationTimestamp: EpochMillis
  /** Being deleted: counts as soon gone, never as present (B34). */
  readonly deleting: boolean
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  /** The same owners with kind and name. Absent: the model knows only their uids. */
  readonly owners?: readonly OwnerView[]
  /** `spec.replicas`. */
  readonly wantedReplicas: number
  /** `status.replicas` and `status.availableReplicas`; 0 where the status is absent. */
  readonly replicas: number
  readonly availableReplicas: number
  readonly conditions: readonly DeploymentCondition[]
}

/** A condition of a Deployment, as Kubernetes reports it. */
export interface DeploymentCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: EpochMillis | null
}
