import { flinkApplicationStatus, initialApplicationStatus, type FlinkApplicationStatus, flinkApplicationType } from '@flink-operator/lyft'
import type { Edit } from '../../checker/move.ts'
import { allPlaces, pairsOf, tamperedPlaces, valueAt, withValueAt } from '../../kubernetes/tampered-fields.ts'
import { resourcesOf } from '../../world/resources.ts'
import type { World } from '../../world/world.ts'

/**
 * How a user tampers with the status of a FlinkApplication behind the operator's back: one tampering for each field of its field table
 * (P25).
 */

const { kind } = flinkApplicationType

const statusIn = (world: World): FlinkApplicationStatus | undefined =>
  resourcesOf(world, kind)[0]?.status as FlinkApplicationStatus | undefined

/** Fields for users that no decision reads. */
const reportedOnly = ['conditions', 'clusterStatus', 'reason', 'startedAt', 'observedGeneration']

/** Fields of the status that decisions read, from the field table. */
export const places: readonly (readonly string[])[] = [[], ...allPlaces(flinkApplicationStatus)].filter(([first = '']) =>
  !reportedOnly.includes(first)
)
/** The values of removed fields; fields without which the status is unreadable have none. */
export const defaults: Readonly<Record<string, unknown>> = Object.fromEntries(
  tamperedPlaces(flinkApplicationStatus, initialApplicationStatus).map(it => [it.path.join('.'), it.default]),
)
/** The fields that decide a start or a stop. */
export const decisive = [
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
].map(name => name.split('.'))
/** Every pair of them. */
export const decisivePairs = pairsOf(decisive)

export const nameOf = (path: readonly string[]): string => (path.length === 0 ? 'status' : path.join('.'))

export const backUp: Edit = {
  name: 'a backup',
  event: world => (statusIn(world) === undefined || world.ghost.tampered !== null ? null : { _tag: 'BackUpBeside', kind }),
}

/** Resets a field of the status to its default, or restores it from a backup. */
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
      return { _tag: 'TamperBeside', kind, status: withValueAt(status, path, value), extent: 'Part', what }
    },
  }
}
