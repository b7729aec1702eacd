import type { ResourceRef } from '../resource/resource-ref.ts'

/**
 * Deletes one object. Of a JobManager Deployment it ends the job that runs in it.
 *
 * Effect: `DELETE` with uid precondition and propagation policy; answers before the object is gone.
 * Idempotency key: the uid: gone or made anew means done; with a version NotFound or Conflict, for it did not go as it was seen.
 * Precondition: seen live in this round with this uid; where it ends a job, a `PersistStatus` that says so stands before it.
 * If we crash before: the next round deletes it.
 * If we crash after: the next round waits until it is seen gone.
 * How the next look recognises it: absent, or `deletionTimestamp` set.
 */
export interface DeleteObject {
  readonly _tag: 'DeleteObject'
  readonly target: ResourceRef
  /** The delete holds only for the object as it was seen: any change since, also of its status, is a conflict. Null: whatever changed. */
  readonly resourceVersion: string | null
  readonly propagation: 'Foreground' | 'Background' | 'Orphan'
  readonly why: string
}
