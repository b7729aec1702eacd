import type { ManifestRequest } from './manifest-request.ts'

/**
 * Brings an object that has no state of its own (an Ingress) to the wanted form.
 *
 * Effect: server-side apply with our field manager, forced.
 * Idempotency key: the manifest: applying it twice changes nothing.
 * Precondition: the object is absent or owned by the resource.
 * If we crash before: the next round applies it.
 * If we crash after: the next round finds it equal.
 * How the next look recognises it: annotation with the digest of the manifest.
 */
export interface ApplyObject {
  readonly _tag: 'ApplyObject'
  readonly manifest: ManifestRequest
}
