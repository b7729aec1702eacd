import type { ResourceRef } from '../resource/resource.ts'

/**
 * Deletes one object. Deleting a JobManager Deployment ends the job that runs in it.
 *
 * Effect: `DELETE` with uid precondition and propagation policy; the response arrives before the object is gone.
 * Idempotency key: the uid: gone or recreated means done; with a version NotFound or Conflict, because the object changed since it was
 * observed.
 * Precondition: observed live in this round with this uid; if it ends a job, a `PersistStatus` that says so precedes it.
 * If we crash before: the next round deletes it.
 * If we crash after: the next round waits until it observes that the object is gone.
 * How the next look recognises it: absent, or `deletionTimestamp` set.
 */
export interface DeleteObject {
  readonly _tag: 'DeleteObject'
  readonly target: ResourceRef
  /** The delete applies only to the observed version: any change since, also of the status, is a conflict. Null: changes are accepted. */
  readonly resourceVersion: string | null
  readonly propagation: 'Foreground' | 'Background' | 'Orphan'
  readonly why: string
}
