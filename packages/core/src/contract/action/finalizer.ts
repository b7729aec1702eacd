/**
 * Adds our finalizer: the resource then stays until its clean-up is done.
 *
 * Effect: JSON merge patch of `metadata.finalizers` with the resourceVersion.
 * Idempotency key: the finalizer itself.
 * Precondition: no deletionTimestamp.
 * If we crash before: the next round adds it.
 * If we crash after: the next round sees it.
 * How the next look recognises it: `metadata.finalizers`.
 */
export interface AddFinalizer {
  readonly _tag: 'AddFinalizer'
  readonly finalizer: string
}

/**
 * Removes our finalizer: Kubernetes then deletes the resource.
 *
 * Effect: JSON merge patch of `metadata.finalizers` with the resourceVersion; 404 is done.
 * Idempotency key: the finalizer itself.
 * Precondition: deletionTimestamp set; pods are gone by a live query, HA metadata handled by policy (design.md, section 3).
 * If we crash before: the next round removes it.
 * If we crash after: the resource is gone.
 * How the next look recognises it: the resource is gone.
 */
export interface RemoveFinalizer {
  readonly _tag: 'RemoveFinalizer'
  readonly finalizer: string
}
