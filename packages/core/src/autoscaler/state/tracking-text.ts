import * as E from 'fp-ts/lib/Either.js'
import type { ScalingTracking, TrackingRecord } from '../autoscaler-state.ts'
import { byTime } from './order.ts'
import { durationOf, printDuration } from './stored-duration.ts'
import { parseStoredTime, printStoredTime } from './stored-time.ts'
import { quotedText } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, type Read, type YamlTree } from './yaml-tree.ts'

const recordOf = ([key, tree]: readonly [string, YamlTree]): Read<TrackingRecord> => {
  const time = parseStoredTime(key)
  if (time === null) return E.left(`${JSON.stringify(key.slice(0, 60))} is not a time`)
  const fields = fieldsOf(tree, key, ['restartDuration'])
  if (E.isLeft(fields)) return fields
  const duration = fields.right.get('restartDuration')
  return E.map((restartDuration: number | null): TrackingRecord => ({ ...time, restartDuration }))(
    duration === undefined ? E.right(null) : durationOf(duration, 'restartDuration'),
  )
}

/** Key `scalingTracking`: {scalingRecords: {time: {restartDuration?}}}. */
export const readTracking = (tree: YamlTree): Read<ScalingTracking> => {
  const fields = fieldsOf(tree, 'scalingTracking', ['scalingRecords'])
  if (E.isLeft(fields)) return fields
  const records = fields.right.get('scalingRecords')
  if (records === undefined || isNull(records)) return E.right([])
  const entries = entriesOf(records, 'scalingRecords')
  return E.isLeft(entries) ? entries : E.map((all: readonly TrackingRecord[]) => byTime(all))(allOf([...entries.right], recordOf))
}

export const printTracking = (tracking: ScalingTracking): string => {
  const lines = tracking.map(record => {
    const key = `  ${quotedText(printStoredTime(record))}:`
    return record.restartDuration === null ? `${key} {}\n` : `${key}\n    restartDuration: ${printDuration(record.restartDuration)}\n`
  })
  return lines.length === 0 ? '---\nscalingRecords: {}\n' : `---\nscalingRecords:\n${lines.join('')}`
}
