import type { AdapterError, Fact, RestEndpoint } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { VertexBounds } from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'
import type { CheckpointType, SavepointFormatType } from '@flink-operator/core/resource'
import type { RecordedRequest } from './recorded-answers.ts'

export const endpoint: RestEndpoint = { namespace: 'default', service: 'example-rest', port: 8081, tls: false }

/** The query or action of ours that sends a recorded request; null where we never send one like it. */
export const callOf = (request: RecordedRequest): FlinkQuery | FlinkAction | null => {
  const line = `${request.method} ${request.path}${request.method === 'PATCH' ? `?${request.query ?? ''}` : ''}`
  for (const [pattern, call] of calls) {
    const ids = pattern.exec(line)
    if (ids !== null) return call(ids[1] ?? '', ids[2] ?? '', (typeof request.body === 'object' ? request.body ?? {} : {}) as Body)
  }
  return null
}

/** The keys of our bodies, and of some that Flink has to refuse. */
type Body = Readonly<Partial<Record<string, unknown>>>

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const format = (value: unknown): SavepointFormatType => (text(value) ?? 'UNKNOWN') as SavepointFormatType

const calls: readonly (readonly [RegExp, (job: string, id: string, body: Body) => FlinkQuery | FlinkAction])[] = [
  [/^GET \/v1\/(?:config|taskmanagers)$/, () => ({ _tag: 'GetClusterOverview', endpoint })],
  [/^GET \/v1\/jobs\/overview$/, () => ({ _tag: 'GetJobsOverview', endpoint })],
  [/^GET \/v1\/jobs\/(\w+)\/checkpoints$/, jobId => ({ _tag: 'GetCheckpoints', endpoint, jobId })],
  [/^GET \/v1\/jobs\/(\w+)\/checkpoints\/config$/, jobId => ({ _tag: 'GetCheckpointConfiguration', endpoint, jobId })],
  [
    /^GET \/v1\/jobs\/(\w+)\/checkpoints\/(?!config)(\w+)$/,
    (jobId, triggerId) => ({ _tag: 'GetCheckpointOperation', endpoint, jobId, triggerId }),
  ],
  [
    /^GET \/v1\/jobs\/(\w+)\/savepoints\/(\w+)$/,
    (jobId, triggerId) => ({ _tag: 'GetSavepointOperation', endpoint, jobId, triggerId, for: 'savepointOperation' }),
  ],
  [/^GET \/v1\/jobs\/(\w+)\/exceptions$/, jobId => ({ _tag: 'GetJobExceptions', endpoint, jobId })],
  [/^GET \/v1\/jobs\/(\w+)\/metrics$/, jobId => ({ _tag: 'GetJobMetrics', endpoint, jobId })],
  [/^GET \/v1\/jobs\/(\w+)\/resource-requirements$/, jobId => ({ _tag: 'GetResourceRequirements', endpoint, jobId })],
  [/^PATCH \/v1\/jobs\/(\w+)\?mode=cancel$/, jobId => ({ _tag: 'CancelJob', endpoint, jobId, why: 'test' })],
  [/^POST \/v1\/jobs\/(\w+)\/stop$/, (jobId, _, body) => ({
    _tag: 'StopWithSavepoint',
    endpoint,
    jobId,
    triggerId: text(body['triggerId']) ?? '',
    targetDirectory: text(body['targetDirectory']),
    formatType: format(body['formatType']),
    drain: body['drain'] === true,
  })],
  [/^POST \/v1\/jobs\/(\w+)\/savepoints$/, (jobId, _, body) => ({
    _tag: 'TriggerSavepoint',
    endpoint,
    jobId,
    triggerId: text(body['triggerId']) ?? '',
    targetDirectory: text(body['target-directory']),
    formatType: format(body['formatType']),
  })],
  [/^POST \/v1\/jobs\/(\w+)\/checkpoints$/, (jobId, _, body) => ({
    _tag: 'TriggerCheckpoint',
    endpoint,
    jobId,
    triggerId: text(body['triggerId']) ?? '',
    checkpointType: (text(body['checkpointType']) ?? 'UNKNOWN') as CheckpointType,
  })],
  [
    /^PUT \/v1\/jobs\/(\w+)\/resource-requirements$/,
    (jobId, _, body) => ({ _tag: 'UpdateResourceRequirements', endpoint, jobId, bounds: boundsOf(body) }),
  ],
  [/^GET \/v1\/jars$/, () => ({ _tag: 'GetJars', endpoint })],
  [/^POST \/v1\/jars\/([\w.-]+)\/run$/, (jarId, _, body) => ({
    _tag: 'RunJar',
    endpoint,
    jarId,
    jobId: text(body['jobId']) ?? '',
    entryClass: text(body['entryClass']),
    args: (body['programArgsList'] ?? []) as readonly string[],
    parallelism: (body['parallelism'] ?? null) as number | null,
    savepointPath: text(body['savepointPath']),
    allowNonRestoredState: body['allowNonRestoredState'] === true,
    configuration: (body['flinkConfiguration'] ?? {}) as Readonly<Record<string, string>>,
    flinkVersion: 'v1_20',
  })],
  [/^DELETE \/v1\/jars\/([\w.-]+)$/, jarId => ({ _tag: 'DeleteJar', endpoint, jarId })],
  [
    /^(?:POST|GET) \/v1\/savepoint-disposal/,
    (_, __, body) => ({ _tag: 'DisposeSavepoint', endpoint, path: text(body['savepoint-path']) ?? '' }),
  ],
]

const boundsOf = (body: Body): VertexBounds =>
  Object.fromEntries(
    Object.entries(body as Record<string, { parallelism: { lowerBound: number; upperBound: number } }>).map(
      ([vertex, { parallelism }]) => [vertex, { lower: parallelism.lowerBound, upper: parallelism.upperBound }],
    ),
  )

export const isQuery = (call: FlinkQuery | FlinkAction): call is FlinkQuery => call._tag.startsWith('Get')

/** `Known`, `Absent`, or why not. */
export const outcomeOfFact = (fact: Fact<unknown>): string => (fact._tag === 'Unknown' ? fact.reason : fact._tag)

/** What went wrong, and whether it may have been done all the same. */
export const outcomeOfError = (error: AdapterError): string => `${error._tag}${error.applied === 'Maybe' ? ' (maybe applied)' : ''}`
