import type { ManifestRequest } from './manifest-request.ts'

/**
 * Creates one object of a deploy attempt.
 *
 * Effect: `POST` of the rendered manifest; never applied over an object of another attempt.
 * Idempotency key: the object's name and the attempt marked in its annotation: 409 with our attempt means that it exists.
 * Precondition: a `PersistStatus` that names the attempt precedes it; a live query confirmed that the objects of earlier attempts are gone.
 * If we crash before: the next round creates it.
 * If we crash after: the next round finds it with its attempt.
 * How the next look recognises it: object of that name with annotation `flinkdeployment.flink.apache.org/attempt` = attempt id.
 */
export interface CreateObject {
  readonly _tag: 'CreateObject'
  readonly manifest: ManifestRequest
}
