import type { RestEndpoint } from '../query/query.ts'
import type { FlinkVersion } from '../resource/flink-version.ts'

/**
 * Runs a job of an uploaded jar (session-snapshot-bluegreen.md, section 2.5). Hard: a job that runs can't be told from one that was started
 * for another reason but by its id.
 *
 * Effect: `POST /jars/:jarId/run`; field names by Flink version.
 * Idempotency key: `jobId`, minted with the operation. A JobManager refuses an id that it knows (`DuplicateJob`); one that was restarted
 * without high availability knows none.
 * Precondition: the jar and a list of jobs without this id were seen in this round, in the incarnation that the operation recorded; the
 * operation says `Run`.
 * If we crash before: the next round sees no such job, in the same incarnation, and runs it.
 * If we crash after: the next round finds the job by its id.
 * How the next look recognises it: `/jobs/overview`.
 */
export interface RunJar {
  readonly _tag: 'RunJar'
  readonly endpoint: RestEndpoint
  readonly jarId: string
  readonly jobId: string
  /** Null: the jar's manifest says it. */
  readonly entryClass: string | null
  readonly args: readonly string[]
  /** The arguments as one text, which Flink takes apart itself: sent instead of `args`. Left out: `args` are sent. */
  readonly programArgs?: string
  /** Null or 0: that of the configuration. */
  readonly parallelism: number | null
  /** What the job is restored from; null: it starts empty, which the operation's source says. */
  readonly savepointPath: string | null
  readonly allowNonRestoredState: boolean
  /** Configuration of the job; sent to Flink 1.17 and newer. */
  readonly configuration: Readonly<Record<string, string>>
  /** Null: nobody says it. Then nothing is sent that older versions don't know: no configuration, and no mode of restoring. */
  readonly flinkVersion: FlinkVersion | null
}
