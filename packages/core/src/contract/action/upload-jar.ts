import type { RestEndpoint } from '../query/query.ts'

/**
 * Uploads a jar to a session cluster's JobManager, which runs jobs from it (session-snapshot-bluegreen.md, section 2.5).
 *
 * Effect: fetches the jar from `jarURI`, within the operator's limits (`kubernetes.operator.user.artifacts.*`), and streams it to `POST
 * /jars/upload` under the file name `name`. Flink stores it as `<random>_<name>`.
 * Idempotency key: `name`, generated with the operation: two uploads are two files with the same bytes.
 * Precondition: the cluster's JobManager is ready, and this round found no jar of that name there.
 * If we crash before: the next round uploads.
 * If we crash after: the next round finds the jar by its name; a duplicate is deleted with the other.
 * How the next look recognises it: `GET /jars`.
 */
export interface UploadJar {
  readonly _tag: 'UploadJar'
  readonly endpoint: RestEndpoint
  /** `<operation id>.jar`. */
  readonly name: string
  /** The spec's `jarURI`. Null: the job's classes are in the image, and an empty jar runs it. */
  readonly jarURI: string | null
}
