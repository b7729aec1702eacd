import type { RunJar } from '../../contract/action/run-jar.ts'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { isOperatorKey } from '../../flink/configuration/operator-key.ts'
import type { RestEndpoint } from '../../contract/query/query.ts'
import type { SubmitOperation } from '../../contract/resource/operation.ts'
import type { ConfiguredJob } from '../job-round.ts'

/** The file name under which the jar of an attempt is uploaded and found again. */
export const jarNameOf = ({ id }: Pick<SubmitOperation, 'id'>): string => `${id}.jar`

/** True unless the request sets the key itself, or the key belongs to the operator. */
const isForJob = (key: string): boolean => !isOperatorKey(key) && key !== '$internal.pipeline.job-id' && !restorePaths.includes(key)

const restorePaths: readonly string[] = ['execution.savepoint.path', 'execution.state-recovery.path']

const configurationOf = ({ effective: { configuration } }: ConfiguredJob): FlinkConfiguration =>
  Object.fromEntries(Object.entries(configuration).filter(([key]) => isForJob(key)))

/** The request that runs the job (session-snapshot-bluegreen.md, section 2.5/5). */
export const runRequest = (
  endpoint: RestEndpoint,
  jarId: string,
  { job, source }: { readonly job: ConfiguredJob; readonly source: SubmitOperation['source'] },
  jobId: string,
): RunJar => ({
  _tag: 'RunJar',
  endpoint,
  jarId,
  jobId,
  entryClass: job.job.entryClass,
  args: job.job.args,
  parallelism: job.job.parallelism > 0 ? job.job.parallelism : null,
  savepointPath: source._tag === 'Path' ? source.path : null,
  allowNonRestoredState: job.job.allowNonRestoredState ?? false,
  configuration: configurationOf(job),
  flinkVersion: job.flinkVersion ?? 'v1_20',
})
