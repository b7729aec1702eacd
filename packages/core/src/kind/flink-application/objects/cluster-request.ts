import type { HashedApplication, HashOptions } from '../hash/hashed-application.ts'

/** What operator options the objects of a cluster are made of. */
export interface ObjectOptions extends HashOptions {
  /** The host of the ingress, `{{$jobCluster}}` stands for the application; empty: there is no ingress. */
  readonly ingressUrlFormat: string
}

/** All that the objects of one cluster are rendered from (lyft-flinkapplication.md, section 3). */
export interface ClusterRequest extends HashedApplication {
  /** The spec hash; given, not computed again: after a scaling in place it is another one than the names tell. */
  readonly hash: string
  readonly owner: { readonly apiVersion: string; readonly kind: string; readonly name: string; readonly uid: string }
  /** Values of `pod-deployment-selector`: 8 of a to z and 0 to 9, chosen when the Deployment is created. */
  readonly selectors: { readonly jobmanager: string; readonly taskmanager: string }
  /** Id of the attempt that creates them; null: they are not marked. */
  readonly attempt: string | null
  readonly options: ObjectOptions
}
