import type { RestEndpoint } from '../query/query.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'

/**
 * Runs a job of an uploaded jar (session-snapshot-bluegreen.md, section 2.5). Hard: only its id distinguishes a running job from one that
 * was started for another reason.
 *
 * Effect: `POST /jars/:jarId/run`; field names depend on the Flink version.
 * Idempotency key: `jobId`, generated with the operation. A JobManager rejects an id that it knows (`DuplicateJob`); one that restarted
 * without high availability knows none.
 * Precondition: this round observed the jar, and a list of jobs without this id, in the incarnation that the operation recorded; the
 * operation's step is `Run`.
 * If we crash before: the next round finds no such job in the same incarnation, and runs it.
 * If we crash after: the next round finds the job by its id.
 * How the next look recognises it: `/jobs/overview`.
 */
export interface RunJar {
  readonly _tag: 'RunJar'
  readonly endpoint: RestEndpoint
  readonly jarId: string
  readonly jobId: string
  /** Null: the jar's manifest names it. */
  readonly entryClass: string | null
  readonly args: readonly string[]
  /** The arguments as one text, which Flink splits itself. Sent instead of `args`. Absent: `args` are sent. */
  readonly programArgs?: string
  /** Null or 0: the configured parallelism. */
  readonly parallelism: number | null
  /** The path to restore the job from. Null: it starts from empty state, as the operation's source says. */
  readonly savepointPath: string | null
  readonly allowNonRestoredState: boolean
  /** Configuration of the job; sent to Flink 1.17 and newer. */
  readonly configuration: Readonly<Record<string, string>>
  /** Null: unknown. The request then omits everything that older versions do not know: configuration and restore mode. */
  readonly flinkVersion: FlinkVersion | null
}
