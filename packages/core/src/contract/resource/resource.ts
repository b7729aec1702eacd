import type { EpochMillis } from './time.ts'
import type { DecodeError } from './finding.ts'

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

/** What identifies one object of the Kubernetes API. `namespace` is null for cluster-scoped objects. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string | null
  readonly name: string
}

/** One live object, not just a name: an object that was deleted and created again has another `uid`. */
export interface ResourceRef extends ObjectRef {
  readonly uid: string
}

/** The resource as the API server has it, decoded part by part. */
export interface Resource<Spec, Status> {
  readonly meta: ResourceMeta
  readonly spec: Spec
  readonly status: Status
  /**
   * The unreadable parts, by their path from the root of the resource. Placeholders take their place in `spec` and `status`; no decision
   * may take them for real values (F14). Writes keep the original. Absent: everything was read, or the resource was created here.
   */
  readonly unread?: readonly DecodeError[]
}

/** The status as it was read. A round never overwrites a status that it has not read. */
export interface Recorded<Status> {
  readonly meta: ResourceMeta
  readonly status: Status
}
