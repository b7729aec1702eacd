/**
 * Removes the stored job graph or execution plan, so that the new one is run (B21). Checkpoint pointers and counter stay.
 *
 * Effect: JSON patch per ConfigMap: test the resourceVersion, remove the keys.
 * Idempotency key: the keys: removing a key that does not exist counts as done.
 * Precondition: the JobManager is gone by a live query; a deploy is due.
 * If we crash before: the next round prunes.
 * If we crash after: the next round finds no such keys.
 * How the next look recognises it: no data key that starts with `jobGraph-` or `executionPlan-`.
 */
export interface PruneHaExecutionPlan {
  readonly _tag: 'PruneHaExecutionPlan'
  readonly namespace: string
  readonly configMaps: readonly { readonly name: string; readonly resourceVersion: string; readonly keys: readonly string[] }[]
}
