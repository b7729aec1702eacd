import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import { anything, decodeWith, fields, list, words } from './decode.ts'
import { FlinkNumber } from './flink-number.ts'
import { shownName } from './text-lengths.ts'

const Metrics = list('Metric[]', fields('Metric', { id: words(shownName), value: anything }))

/** `GET …/metrics?get=…`: numbers by metric id. Values that are no numbers are left out; Flink itself leaves out unknown metrics. */
export const decodeMetrics = flow(
  decodeWith(Metrics),
  E.map((metrics): ReadonlyMap<string, number> =>
    new Map(metrics.flatMap(({ id, value }) => {
      const decoded = FlinkNumber.read(value)
      return E.isRight(decoded) && decoded.right !== null ? [[id, decoded.right] as const] : []
    }))
  ),
)
