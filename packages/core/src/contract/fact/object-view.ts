import type { EpochMillis } from '../resource/time.ts'

/** One entry of `metadata.ownerReferences`. */
export interface OwnerView {
  readonly kind: string
  readonly name: string
  readonly uid: string
}

/** What identifies an object within its namespace. */
export interface ObjectName {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

/** An existing object that has a needed name, with the fields that decide its ownership. */
export interface NamedObjectView extends ObjectName {
  readonly uid: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
}

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

/** A ConfigMap of the cluster: HA metadata, rendered configuration, or pod template. Values are omitted; the keys suffice. */
export interface ConfigMapView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  /** The same owners with kind and name; left out where a model knows only their uids. */
  readonly owners?: readonly OwnerView[]
  readonly dataKeys: readonly string[]
  /**
   * The checkpoint pointers that Flink does not restore from: marked for deletion, or unreadable (kubernetes-ha.md, sections 2.5 and 4.2).
   * Absent: none.
   */
  readonly unusablePointers?: readonly string[]
}

/** The fields of a Service that decisions need. */
export interface ServiceView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
}

/** The fields of an Ingress that decisions need. */
export interface IngressView {
  readonly name: string
  readonly uid: string
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
  /** The annotation with the digest of the manifest that the operator applied last. Null: it has none. */
  readonly appliedDigest: string | null
}
