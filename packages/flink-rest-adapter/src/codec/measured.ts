import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import type { AggregatedMetric } from '@flink-operator/core/fact'
import { type Decoder, decodeWith, fields, list, orNull, text } from './decode.ts'
import { FlinkNumber } from './flink-number.ts'
import { shownName } from './text-lengths.ts'

/** A measured number. Flink writes `"NaN"` for one without a value, which differs from a missing one. */
export const Measured: Decoder<number> = { name: FlinkNumber.name, read: flow(FlinkNumber.read, E.map(value => value ?? NaN)) }

const value = orNull(Measured)
const Aggregated = list(
  'AggregatedMetric[]',
  fields('AggregatedMetric', { id: text(shownName), min: value, max: value, avg: value, sum: value }),
)

/** `GET …/subtasks/metrics?get=…` and `GET /v1/taskmanagers/metrics?get=…`. Unknown names are left out. */
export const decodeAggregatedMetrics: (json: unknown) => E.Either<string, readonly AggregatedMetric[]> = decodeWith(Aggregated)

const Names = list('MetricName[]', fields('MetricName', { id: text(shownName) }))

/** `GET …/subtasks/metrics`: the names of all existing metrics. */
export const decodeMetricNames = flow(decodeWith(Names), E.map(names => names.map(({ id }) => id)))
