import type { RestEndpoint } from '../query/query.ts'

/**
 * Deletes the files of a savepoint through a running cluster.
 *
 * Effect: `POST /savepoint-disposal`, then its own request id is polled within the call's deadline: it is idempotent only by its effect
 * (trap 13).
 * Idempotency key: the path: disposing of a deleted savepoint counts as done.
 * Precondition: the path is completed and nothing may need it (P04); the entry leaves the history only after the disposal was confirmed
 * (B73).
 * If we crash before: the next round disposes of it.
 * If we crash after: the next round disposes again and finds it gone.
 * How the next look recognises it: it does not; the entry is removed by the round after a confirmed disposal.
 */
export interface DisposeSavepoint {
  readonly _tag: 'DisposeSavepoint'
  readonly endpoint: RestEndpoint
  readonly path: string
}
