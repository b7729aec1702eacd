import type { RestEndpoint } from '../query/query.ts'

/**
 * Deletes an uploaded jar. Jobs that were run from it continue: they have it from the blob store.
 *
 * Effect: `DELETE /jars/:jarId`; a jar that does not exist counts as deleted.
 * Idempotency key: the jar's id.
 * Precondition: the job of the operation was observed, or the operation was given up.
 * If we crash before: the next round deletes it.
 * If we crash after: it is gone.
 * How the next look recognises it: `GET /jars`.
 */
export interface DeleteJar {
  readonly _tag: 'DeleteJar'
  readonly endpoint: RestEndpoint
  readonly jarId: string
}
