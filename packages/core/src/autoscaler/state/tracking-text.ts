import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ScalingHistory, ScalingRecord, ScalingTracking, TrackingRecord } from '../autoscaler-state.ts'
import type { JobTopology } from '../topology.ts'
import type { Profile } from '../autoscaler-configuration.ts'
import { compareTimes, byTime } from './vertex-key.ts'
import * as E from 'fp-ts/lib/Either.js'
import { durationOf, printDuration, parseStoredTime, printStoredTime } from './stored-time.ts'
import { quotedText } from './yaml-scalar.ts'
import { allOf, entriesOf, fieldsOf, isNull, type Read, type YamlTree } from './yaml-tree.ts'

interface Restart {
  readonly tracking: ScalingTracking
  readonly history: ScalingHistory
  readonly topology: JobTopology
  /** When the job last became RUNNING. */
  readonly runningSince: EpochMillis
}

/**
 * Records the duration of the newest restart, once every vertex of that scaling has its new parallelism. Returns the same tracking if
 * nothing changes (autoscaler.md, section 6.3). A-4: at least one of those vertices must be known.
 */
export const withRestartDuration = ({ tracking, history, topology, runningSince }: Restart, profile: Profile): ScalingTracking => {
  const newest = tracking.at(-1)
  if (newest === undefined || newest.restartDuration !== null) return tracking
  const scaled = Object.entries(history).flatMap(([id, records]): readonly (readonly [string, ScalingRecord])[] => {
    const record = records.find(it => compareTimes(it, newest) === 0)
    return record === undefined ? [] : [[id, record]]
  })
  const parallelism = new Map(topology.vertices.map(vertex => [vertex.id, vertex.parallelism]))
  const isDone = scaled.every(([id, { newParallelism }]) => parallelism.get(id) === newParallelism)
  if (!isDone || (scaled.length === 0 && profile === 'main')) return tracking
  return [...tracking.slice(0, -1), { ...newest, restartDuration: runningSince - newest.at }]
}

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
