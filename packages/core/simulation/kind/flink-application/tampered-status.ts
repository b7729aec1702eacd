import {
  flinkApplicationStatus,
  initialApplicationStatus,
} from '../../../src/kind/flink-application/status/flink-application-status-fields.ts'
import type { FlinkApplicationStatus } from '../../../src/kind/flink-application/status/flink-application-status.ts'
import { flinkApplicationType } from '../../../src/kind/flink-application/type.ts'
import type { Edit } from '../../checker/move.ts'
import { allPlaces, pairsOf, tamperedPlaces, valueAt, withValueAt } from '../../kubernetes/tampered-fields.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'

/*
 * What somebody does to the status of a FlinkApplication behind the operator's back: each place of its field table is one (P25).
 */

const { kind } = flinkApplicationType

const statusIn = (world: World): FlinkApplicationStatus | undefined =>
  resourcesOf(world, kind)[0]?.status as FlinkApplicationStatus | undefined

/** What people are told, and no decision reads. */
const toldOnly = ['conditions', 'clusterStatus', 'reason', 'startedAt', 'observedGeneration']

/** Places of the status that decisions read, as the field table has them. */
export const places: readonly (readonly string[])[] = [[], ...allPlaces(flinkApplicationStatus)].filter(([first = '']) =>
  !toldOnly.includes(first)
)
/** What a place reads as that was taken away; places that a status can't be read without have none. */
export const defaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  tamperedPlaces(flinkApplicationStatus, initialApplicationStatus).map(it => [it.path.join('.'), it.default]),
)
/** Every two of the places that a start, or a stop, is decided by. */
export const decisivePairs = pairsOf([
  'phase',
  'deployHash',
  'updatingHash',
  'savepointPath',
  'savepointTriggerId',
  'jobStatus',
  'jobStatus.jobID',
  'versionStatuses',
  'operation',
  'operation.stop',
  'operation.submit',
  'operatorRecord',
  'operatorRecord.lastState',
  'operatorRecord.deployed',
].map(name => name.split('.')))

export const nameOf = (path: readonly string[]): string => (path.length === 0 ? 'status' : path.join('.'))

export const backUp: Edit = {
  name: 'a backup',
  event: world => (statusIn(world) === undefined || world.ghost.tampered !== null ? null : { _tag: 'BackUpBeside', kind }),
}

/** A place of the status is as if it was never written, or as a backup has it. */
export const putBack = (path: readonly string[], to: 'Default' | 'Backup'): Edit => {
  const what = `${to === 'Default' ? 'removed' : 'put back'} ${nameOf(path)}`
  return {
    name: what,
    event: world => {
      const status = statusIn(world)
      const { backupBeside } = world.ghost
      const value = to === 'Default' ? defaults[path.join('.')] : backupBeside === undefined ? undefined : valueAt(backupBeside, path)
      const now = status === undefined ? undefined : valueAt(status, path)
      if (status === undefined || value === undefined || now === undefined || JSON.stringify(value) === JSON.stringify(now)) return null
      // a status that is put back whole agrees with itself
      const extent = path.length === 0 && to === 'Backup' ? 'Whole' : 'Part'
      return { _tag: 'TamperBeside', kind, status: withValueAt(status, path, value), extent, what }
    },
  }
}
