import type { JsonObject } from '../resource/json.ts'

/**
 * Creates a FlinkStateSnapshot resource for a periodic, manual or upgrade snapshot.
 *
 * Effect: `POST` of a FlinkStateSnapshot whose name contains the persisted id.
 * Idempotency key: the name: 409 means that it exists.
 * Precondition: the name is in the status before.
 * If we crash before: the next round creates it.
 * If we crash after: the next round finds it.
 * How the next look recognises it: a FlinkStateSnapshot of that name.
 */
export interface CreateStateSnapshot {
  readonly _tag: 'CreateStateSnapshot'
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly spec: JsonObject
}
