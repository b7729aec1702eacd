import type { RestEndpoint } from '../query/query.ts'

/**
 * Takes an uploaded jar away again. Jobs that were run from it go on: they have it from the blob store.
 *
 * Effect: `DELETE /jars/:jarId`; one that is not there counts as done.
 * Idempotency key: the jar's id.
 * Precondition: the job of the operation was seen, or the operation is given up.
 * If we crash before: the next round deletes it.
 * If we crash after: it is gone.
 * How the next look recognises it: `GET /jars`.
 */
export interface DeleteJar {
  readonly _tag: 'DeleteJar'
  readonly endpoint: RestEndpoint
  readonly jarId: string
}
