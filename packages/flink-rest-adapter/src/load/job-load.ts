import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, EpochMillis, Millis, RestEndpoint } from '@flink-operator/core'
import {
  type Decoded,
  type DecodeError,
  decodeWith,
  fields,
  hexadecimal,
  integer,
  list,
  moment,
  orNull,
  text,
  words,
} from '../codec/decode.ts'
import { FlinkNumber } from '../codec/flink-number.ts'
import { decodeMetrics } from '../codec/metrics.ts'
import { longestId, shownName } from '../codec/text-lengths.ts'
import { isCheckpointingOff } from '../error.ts'
import type { FlinkHttp } from '../http.ts'
import { get, type RestRequest, v1 } from '../rest-request.ts'

/** The newest completed checkpoint or savepoint of a job. */
export interface CheckpointLoad {
  /** When it was triggered. */
  readonly triggeredAt: EpochMillis
  readonly duration: Millis | null
  /** Bytes of the whole state. */
  readonly size: number | null
}

/** The load of a job, for the user; no decision uses it. */
export interface JobLoad {
  /** In Flink's words. */
  readonly state: string
  readonly startTime: EpochMillis
  /** Of the vertex with the highest parallelism. */
  readonly parallelism: number | null
  /** In the order of the job. */
  readonly vertices: readonly { readonly id: string; readonly parallelism: number }[]
  readonly restarts: number | null
  /** Null: no checkpoint yet, or checkpointing is off. */
  readonly checkpoint: CheckpointLoad | null
  readonly failedCheckpoints: number | null
  /**
   * Busy ratio of the busiest subtask, and back pressure of the most back-pressured one, from 0 to 1; null: Flink does not report
   * it.
   */
  readonly busy: number | null
  readonly backPressured: number | null
  /** Further queries that failed, in the server's words. */
  readonly unseen: readonly string[]
}

/** Maximum number of vertices whose load is queried: each takes one call. */
export const mostVertices = 32

const Details = fields('JobDetails', {
  state: text(longestId),
  'start-time': moment,
  vertices: list('Vertex[]', fields('Vertex', { id: hexadecimal, parallelism: integer })),
})

const Completed = fields('CompletedCheckpoint', {
  id: integer,
  trigger_timestamp: moment,
  end_to_end_duration: orNull(FlinkNumber),
  state_size: orNull(FlinkNumber),
})

const Checkpoints = fields('Checkpoints', {
  counts: fields('CheckpointCounts', { failed: integer }),
  latest: fields('LatestCheckpoints', { completed: orNull(Completed), savepoint: orNull(Completed) }),
})

const SubtaskMetrics = list('SubtaskMetric[]', fields('SubtaskMetric', { id: words(shownName), max: orNull(FlinkNumber) }))

type Answer<A> = Promise<E.Either<string, A>>

const asked = async <A>(
  http: FlinkHttp,
  endpoint: RestEndpoint,
  request: RestRequest,
  decode: (json: unknown) => E.Either<DecodeError, A>,
  verdict: (error: AdapterError) => A | null = () => null,
): Answer<A> => {
  const answer = await http.call(endpoint, request)()
  if (E.isLeft(answer)) {
    const value = verdict(answer.left)
    return value === null ? E.left(answer.left.message) : E.right(value)
  }
  return E.mapLeft((error: DecodeError) => `${request.method} ${request.path}: ${error}`)(decode(answer.right))
}

const checkpointOf = ({ latest: { completed, savepoint } }: Decoded<typeof Checkpoints>): CheckpointLoad | null => {
  const newest = completed !== null && savepoint !== null ? (completed.id > savepoint.id ? completed : savepoint) : completed ?? savepoint
  return newest === null ? null
    : { triggeredAt: newest.trigger_timestamp, duration: newest.end_to_end_duration, size: newest.state_size }
}

const none: Decoded<typeof Checkpoints> = { counts: { failed: 0 }, latest: { completed: null, savepoint: null } }
const loadMetrics = ['busyTimeMsPerSecond', 'backPressuredTimeMsPerSecond']

/** Milliseconds per second of the subtask with the highest value, by metric. */
const loadOfVertex = (http: FlinkHttp, endpoint: RestEndpoint, jobId: string, vertex: string): Answer<Decoded<typeof SubtaskMetrics>> =>
  asked(
    http,
    endpoint,
    get(v1`/jobs/${jobId}/vertices/${vertex}/subtasks/metrics`, { get: loadMetrics.join(','), agg: 'max' }),
    decodeWith(SubtaskMetrics),
  )

/** `Math.max` accepts no list of a hundred thousand arguments. */
const largest = (numbers: readonly number[]): number | null =>
  numbers.reduce<number | null>((most, number) => (most === null || number > most ? number : most), null)

const mostOf = (answers: readonly Decoded<typeof SubtaskMetrics>[], metric: string): number | null => {
  const most = largest(answers.flatMap(answer => answer.flatMap(({ id, max }) => (id === metric && max !== null ? [max / 1000] : []))))
  return most === null ? null : Math.min(1, Math.max(0, most))
}

/**
 * Queries one job: its details, and whatever else can be read. Left: the details could not be read, in the server's words. `of`: `Job`
 * takes three requests, and leaves `busy` and `backPressured` out; `Vertices` takes one more for each vertex.
 */
export const readJobLoad = async (
  http: FlinkHttp,
  endpoint: RestEndpoint,
  jobId: string,
  of: 'Job' | 'Vertices' = 'Vertices',
): Promise<E.Either<string, JobLoad>> => {
  const [details, checkpoints, metrics] = await Promise.all([
    asked(http, endpoint, get(v1`/jobs/${jobId}`), decodeWith(Details)),
    asked(
      http,
      endpoint,
      get(v1`/jobs/${jobId}/checkpoints`),
      decodeWith(Checkpoints),
      error => (isCheckpointingOff(error) ? none : null),
    ),
    asked(http, endpoint, get(v1`/jobs/${jobId}/metrics`, { get: 'numRestarts,fullRestarts' }), decodeMetrics),
  ])
  if (E.isLeft(details)) return details
  const { state, vertices, 'start-time': startTime } = details.right
  const loads = of === 'Vertices' && state === 'RUNNING'
    ? await Promise.all(vertices.slice(0, mostVertices).map(({ id }) => loadOfVertex(http, endpoint, jobId, id)))
    : []
  const seen = loads.flatMap(load => (E.isRight(load) ? [load.right] : []))
  const found = E.isRight(metrics) ? metrics.right : new Map<string, number>()
  return E.right({
    state,
    startTime,
    parallelism: largest(vertices.map(({ parallelism }) => parallelism)),
    vertices: vertices.map(({ id, parallelism }) => ({ id, parallelism })),
    restarts: found.get('numRestarts') ?? found.get('fullRestarts') ?? null,
    checkpoint: E.isRight(checkpoints) ? checkpointOf(checkpoints.right) : null,
    failedCheckpoints: E.isRight(checkpoints) ? checkpoints.right.counts.failed : null,
    busy: mostOf(seen, 'busyTimeMsPerSecond'),
    backPressured: mostOf(seen, 'backPressuredTimeMsPerSecond'),
    unseen: [...new Set([checkpoints, metrics, ...loads].flatMap(it => (E.isLeft(it) ? [it.left] : [])))],
  })
}
