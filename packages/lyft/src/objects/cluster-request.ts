import type { HashedApplication, HashOptions } from '../hash/hashed-application.ts'

/** The operator options from which the objects of a cluster are rendered. */
export interface ObjectOptions extends HashOptions {
  /** The host of the ingress; `{{$jobCluster}}` is replaced by the name of the application. Empty: no ingress. */
  readonly ingressUrlFormat: string
}

/** The complete input from which the objects of one cluster are rendered (lyft-flinkapplication.md, section 3). */
export interface ClusterRequest extends HashedApplication {
  /** The spec hash. It is passed in and not computed again: after a rescale in place it differs from the hash in the names. */
  readonly hash: string
  readonly owner: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string }
  /** Values of `pod-deployment-selector`: 8 characters of a to z and 0 to 9, chosen when the Deployment is created. */
  readonly selectors: { readonly jobmanager: string; readonly taskmanager: string }
  /** Id of the attempt that creates the objects; null: they are not marked. */
  readonly attempt: string | null
  readonly options: ObjectOptions
}
