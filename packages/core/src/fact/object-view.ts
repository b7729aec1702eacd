import type { OwnerView } from './owner-view.ts'

/** A ConfigMap of the cluster: HA metadata, rendered configuration, or pod template. Values are left out; keys tell what is needed. */
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
   * Those of its checkpoint pointers that Flink doesn't restore from: marked for deletion, or with a value that can't be read
   * (kubernetes-ha.md, sections 2.5 and 4.2). Left out: none.
   */
  readonly unusablePointers?: readonly string[]
}

/** What decisions need of a Service. */
export interface ServiceView {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly deleting: boolean
  readonly annotations: Readonly<Record<string, string>>
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
}

/** What decisions need of an Ingress. */
export interface IngressView {
  readonly name: string
  readonly uid: string
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
  /** Annotation with the digest of the manifest that we applied last; null if it has none. */
  readonly appliedDigest: string | null
}
