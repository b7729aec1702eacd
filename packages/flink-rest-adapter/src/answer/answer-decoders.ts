import * as E from 'fp-ts/lib/Either.js'
import { flow } from 'fp-ts/lib/function.js'
import type { JobMetrics } from '@flink-operator/core/fact'
import { decodeOperation, decodeSavepointOperation } from '../codec/asynchronous-operation.ts'
import { decodeCheckpointConfiguration } from '../codec/checkpoint-configuration.ts'
import { decodeCheckpointDetails, decodeCheckpoints } from '../codec/checkpoints.ts'
import { decodeClusterConfig } from '../codec/cluster-config.ts'
import type { DecodeError } from '../codec/decode.ts'
import { decodeJars } from '../codec/jars.ts'
import { decodeJobDetails } from '../codec/job-details.ts'
import { decodeJobExceptions } from '../codec/job-exceptions.ts'
import { decodeJobsOverview } from '../codec/jobs-overview.ts'
import { decodeAggregatedMetrics, decodeMetricNames } from '../codec/measured.ts'
import { decodeMetrics } from '../codec/metrics.ts'
import { decodeResourceRequirements } from '../codec/resource-requirements.ts'
import { decodeTaskManagers } from '../codec/task-managers.ts'

/** Decoders by name: a name can be passed to a worker thread, a function can't. */
export const answerDecoders = {
  JobsOverview: decodeJobsOverview,
  Checkpoints: decodeCheckpoints,
  CheckpointConfiguration: decodeCheckpointConfiguration,
  CheckpointDetails: decodeCheckpointDetails,
  Operation: decodeOperation,
  SavepointOperation: decodeSavepointOperation,
  JobExceptions: decodeJobExceptions,
  ClusterConfig: decodeClusterConfig,
  TaskManagers: decodeTaskManagers,
  Jars: decodeJars,
  JobMetrics: flow(
    decodeMetrics,
    E.map((metrics): JobMetrics => ({
      restarts: metrics.get('numRestarts') ?? metrics.get('fullRestarts') ?? null,
      completedCheckpoints: metrics.get('numberOfCompletedCheckpoints') ?? null,
    })),
  ),
  ResourceRequirements: decodeResourceRequirements,
  JobDetails: decodeJobDetails,
  Metrics: decodeMetrics,
  MetricNames: decodeMetricNames,
  AggregatedMetrics: decodeAggregatedMetrics,
} as const

export type AnswerName = keyof typeof answerDecoders

export type AnswerOf<Name extends AnswerName> = Extract<ReturnType<typeof answerDecoders[Name]>, { readonly _tag: 'Right' }>['right']

type DecodedAnswer = E.Either<DecodeError, unknown>

/** Answers that a worker decoded; no server can forge one. */
const decodedApart = new WeakMap<object, { readonly name: AnswerName; readonly decoded: DecodedAnswer }>()

/** Stands for the JSON of an answer that a worker decoded. */
export const asDecodedApart = (name: AnswerName, decoded: DecodedAnswer): unknown => {
  const answer = Object.freeze({})
  decodedApart.set(answer, { name, decoded })
  return answer
}

/** Decodes the result of `FlinkHttp.call`. */
export const decodeAnswer = <Name extends AnswerName>(name: Name, answer: unknown): E.Either<DecodeError, AnswerOf<Name>> => {
  const apart = typeof answer === 'object' && answer !== null ? decodedApart.get(answer) : undefined
  const decoded = apart === undefined ? answerDecoders[name](answer)
    : apart.name === name ? apart.decoded
    : E.left(`answer: expected ${name}, got ${apart.name}`)
  return decoded as E.Either<DecodeError, AnswerOf<Name>>
}
