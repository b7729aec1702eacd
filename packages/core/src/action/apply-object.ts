import type { ManifestRequest } from './manifest-request.ts'

/**
 * Brings an object that has no state of its own (an Ingress), or a FlinkDeployment that is another resource's child, to the wanted form.
 *
 * Effect: server-side apply with our field manager; with the uid that was seen, forced. Where none was there it creates, or conflicts with
 * whatever is there by now, whoever made it.
 * Idempotency key: the manifest: where the uid was seen, applying it twice changes nothing; a second create conflicts.
 * Precondition: the object is absent or owned by the resource; of a child, a `PersistStatus` that says so stands before it.
 * If we crash before: the next round applies it.
 * If we crash after: the next round finds it equal.
 * How the next look recognises it: annotation with the digest of the manifest; of a child, its spec.
 */
export interface ApplyObject {
  readonly _tag: 'ApplyObject'
  readonly manifest: ManifestRequest
  /** Of the object that was seen; null: there was none, and one that anybody makes meanwhile is left as it is. */
  readonly uid: string | null
  /** The object as it was seen: any change since is a conflict, so that nothing of before arrives late. Left out: whatever changed. */
  readonly resourceVersion?: string
}
