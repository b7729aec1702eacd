import type { JsonObject } from '../resource/json.ts'
import type { ResourceRef } from '../resource/resource.ts'

/**
 * Changes a few fields of one live object: owner references, replicas, the key of an attempt in its ConfigMap.
 *
 * Effect: JSON merge patch with the `uid`, so that it fails on an object that was recreated.
 * The number of TaskManagers is patched with the `resourceVersion`, too: a late request does not undo a later one (W65).
 * Idempotency key: the patch: applying it twice changes nothing.
 * Precondition: this round observed the object with this uid.
 * If we crash before: the next round patches it.
 * If we crash after: the next round finds it patched.
 * How the next look recognises it: the fields themselves.
 */
export interface PatchObject {
  readonly _tag: 'PatchObject'
  readonly target: ResourceRef
  readonly patch: JsonObject
  readonly why: string
}
