import type { RestEndpoint } from '../query/query.ts'

/**
 * Brings a jar to a session cluster's JobManager, from where jobs of it can be run (session-snapshot-bluegreen.md, section 2.5).
 *
 * Effect: the jar is fetched from `jarURI`, within the operator's limits (`kubernetes.operator.user.artifacts.*`), and streamed to
 * `POST /jars/upload` under the file name `name`. Flink names it `<random>_<name>`.
 * Idempotency key: `name`, which is minted with the operation: two uploads of it are two files with the same bytes.
 * Precondition: the cluster's JobManager is ready, and no jar of that name was seen there in this round.
 * If we crash before: the next round uploads.
 * If we crash after: the next round finds the jar by its name; one that arrives twice is deleted with the other.
 * How the next look recognises it: `GET /jars`.
 */
export interface UploadJar {
  readonly _tag: 'UploadJar'
  readonly endpoint: RestEndpoint
  /** `<operation id>.jar`. */
  readonly name: string
  /** As the spec says it; null: a job whose classes are in the image, which is run from an empty jar. */
  readonly jarURI: string | null
}
