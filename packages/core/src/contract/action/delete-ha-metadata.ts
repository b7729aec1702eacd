/**
 * Deletes the HA metadata of a cluster: after it no last-state restore is possible.
 *
 * Effect: `DELETE` of each ConfigMap with uid precondition; 404 is done.
 * Idempotency key: the uids.
 * Precondition: no JobManager Deployment and no JobManager pod by a live query of this round (B85); the next source is not last-state
 * (B05); recorded in the status before.
 * If we crash before: the next round deletes it.
 * If we crash after: the next round finds none left.
 * How the next look recognises it: no ConfigMap of that list.
 */
export interface DeleteHaMetadata {
  readonly _tag: 'DeleteHaMetadata'
  readonly namespace: string
  readonly clusterId: string
  readonly configMaps: readonly { readonly name: string; readonly uid: string }[]
}
