import type { OwnerView } from './owner-view.ts'

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
