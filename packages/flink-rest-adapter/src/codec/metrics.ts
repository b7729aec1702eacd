import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodeWith } from './decode.ts'
import { FlinkNumber } from './flink-number.ts'

const Metrics = t.array(t.type({ id: t.string, value: t.unknown }, 'Metric'), 'Metric[]')

/** `GET …/metrics?get=…`: numbers by metric id. Metrics that are unknown, or no numbers, are left out; Flink leaves them out too. */
export const decodeMetrics = flow(
  decodeWith(Metrics),
  E.map((metrics): ReadonlyMap<string, number> =>
    new Map(metrics.flatMap(({ id, value }) => {
      const decoded = FlinkNumber.decode(value)
      return E.isRight(decoded) && decoded.right !== null ? [[id, decoded.right] as const] : []
    }))
  ),
)
