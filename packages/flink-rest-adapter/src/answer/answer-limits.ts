import type { RestRequest } from '../rest-request.ts'

/** Limits of one answer, checked before it is parsed. */
export interface AnswerLimit {
  /** Bytes as received; a compressed answer is refused, since none is requested. */
  readonly bytes: number
  /** Objects, lists and their values. A parsed value takes up to some hundred bytes, however short its text. */
  readonly values: number
  /** Nesting of objects and lists. */
  readonly depth: number
}

const kibi = 1_024
const mebi = 1_024 * kibi

/** Flink's answers have at most 8 levels. */
const depth = 32

/** For answers with only an id, a word or a few settings. */
export const smallLimit: AnswerLimit = { bytes: 64 * kibi, values: 2_000, depth }

/**
 * By path below `/v1`; `*` is one path segment, and the first matching line applies. Sizes are those of Flink 1.20 and 2.3, with
 * what fits into the limit.
 *
 * | path | a real answer | fits |
 * |---|---|---|
 * | `/jobs/overview` | 350 bytes and 25 values a job | 10,000 jobs |
 * | `/jobs/ID` | 1.5 kB and 60 values a vertex, with its node of the plan | 5,000 vertices |
 * | `/jobs/ID/checkpoints` | 700 bytes and 30 values a checkpoint of the history (10) | 5,000 checkpoints |
 * | `/jobs/ID/checkpoints/details/N` | 400 bytes and 20 values a vertex | 10,000 vertices |
 * | `/jobs/ID/exceptions` | 3 to 20 kB a failure of the history (16), the same for each concurrent one | 400 failures of 20 kB |
 * | savepoint, checkpoint and disposal by trigger id | 150 bytes; a failure has its trace, also serialised | a failure of 2 MB |
 * | `/jobs/ID/resource-requirements` | 100 bytes and 5 values a vertex | 20,000 vertices |
 * | `/jobs/ID/vertices/ID/subtasks/metrics` | 100 bytes and 3 values a metric; a Kafka source has some for each partition | 30,000
 * metrics |
 * | `/taskmanagers` | 1.2 kB and 45 values a TaskManager | 3,000 TaskManagers |
 * | `/jars` | 300 bytes and 12 values a jar | 10,000 jars |
 * | all others | under 2 kB | |
 */
export const answerLimits: readonly (readonly [string, AnswerLimit])[] = [
  ['GET /v1/jobs/overview', { bytes: 4 * mebi, values: 250_000, depth }],
  ['GET /v1/jobs/*/checkpoints/config', smallLimit],
  ['GET /v1/jobs/*/checkpoints/details/*', { bytes: 4 * mebi, values: 200_000, depth }],
  ['GET /v1/jobs/*/checkpoints/*', { bytes: 2 * mebi, values: 20_000, depth }],
  ['GET /v1/jobs/*/checkpoints', { bytes: 4 * mebi, values: 150_000, depth }],
  ['GET /v1/jobs/*/savepoints/*', { bytes: 2 * mebi, values: 20_000, depth }],
  ['GET /v1/savepoint-disposal/*', { bytes: 2 * mebi, values: 20_000, depth }],
  ['GET /v1/jobs/*/exceptions', { bytes: 8 * mebi, values: 20_000, depth }],
  ['GET /v1/jobs/*/resource-requirements', { bytes: 4 * mebi, values: 100_000, depth }],
  ['GET /v1/jobs/*/vertices/*/subtasks/metrics', { bytes: 4 * mebi, values: 100_000, depth }],
  ['GET /v1/jobs/*', { bytes: 8 * mebi, values: 300_000, depth }],
  ['GET /v1/taskmanagers', { bytes: 4 * mebi, values: 150_000, depth }],
  ['GET /v1/jars', { bytes: 4 * mebi, values: 150_000, depth }],
]

/** For an answer that is not 2xx: Flink includes a stack trace, of which only the message counts. */
export const refusalLimit: AnswerLimit = { bytes: 1 * mebi, values: 2_000, depth }

const fits = (pattern: string, asked: string): boolean => {
  const [wanted, found] = [pattern.split('/'), asked.split('/')]
  return wanted.length === found.length && wanted.every((step, n) => step === '*' || step === found[n])
}

/** The limit of the answer to this request. Requests without their own line, such as effects, have small answers. */
export const answerLimit = ({ method, path }: RestRequest, status: number): AnswerLimit => {
  if (status < 200 || status > 299) return refusalLimit
  return answerLimits.find(([pattern]) => fits(pattern, `${method} ${path}`))?.[1] ?? smallLimit
}
