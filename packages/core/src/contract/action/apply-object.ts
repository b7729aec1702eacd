import type { ManifestRequest } from './manifest-request.ts'

/**
 * Applies an object without own state (an Ingress), or a FlinkDeployment that is another resource's child.
 *
 * Effect: server-side apply with our field manager; forced if the uid was observed. If no object was observed, it creates one, or conflicts
 * with an object that another client created meanwhile.
 * Idempotency key: the manifest: with the observed uid, applying it twice changes nothing; a second create conflicts.
 * Precondition: the object is absent or owned by the resource; for a child, a `PersistStatus` that says so precedes it.
 * If we crash before: the next round applies it.
 * If we crash after: the next round finds it equal.
 * How the next look recognises it: annotation with the digest of the manifest; for a child, its spec.
 */
export interface ApplyObject {
  readonly _tag: 'ApplyObject'
  readonly manifest: ManifestRequest
  /** Uid of the observed object. Null: none was observed, and the operator does not change one that another client creates meanwhile. */
  readonly uid: string | null
  /** The observed version: any change since is a conflict, so that no outdated request takes effect. Absent: changes are accepted. */
  readonly resourceVersion?: string
}
