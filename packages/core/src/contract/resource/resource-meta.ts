import type { EpochMillis } from './time.ts'

/** An owner, as garbage collection knows it. */
export type OwnerReference = {
  readonly kind: string
  readonly name: string
  readonly uid: string
}

/** The part of `metadata` that decisions need; the rest stays untouched on the server. */
export interface ResourceMeta {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly generation: number
  /** Opaque; the compare-and-swap token of every write to the resource. */
  readonly resourceVersion: string
  readonly creationTimestamp: EpochMillis
  /** Null: the resource is not being deleted. */
  readonly deletionTimestamp: EpochMillis | null
  readonly finalizers: readonly string[]
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  /** The owners. Absent: none. */
  readonly ownerReferences?: readonly OwnerReference[]
}
