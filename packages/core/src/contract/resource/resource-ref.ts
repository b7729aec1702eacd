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
