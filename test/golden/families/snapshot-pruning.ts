import { overlay } from '../../../packages/core/src/flink/configuration/alias-table.ts'
import { flinkOptions } from '../../../packages/core/src/flink/configuration/flink-options.ts'
import { operatorOptions } from '../../../packages/core/src/options/operator-options.ts'
import { optionTable } from '../../../packages/core/src/options/option-table.ts'
import { readOptions } from '../../../packages/core/src/options/read-options.ts'
import type { SavepointRecord } from '../../../packages/core/src/contract/resource/job-status.ts'
import {
  historyAfterDisposal,
  locationsToDispose,
  prunableSavepoints,
} from '../../../packages/core/src/job/snapshot/savepoint-history-pruning.ts'
import { checkpointLimits, savepointLimits } from '../../../packages/core/src/job/snapshot/snapshot-due-now.ts'
import { prunableSnapshots } from '../../../packages/core/src/job/snapshot/snapshot-resource-pruning.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { snapshotView, timeOf } from './snapshot-trigger.decode.ts'

type Answer = Readonly<Record<'disposed' | 'historyAfter' | 'deletedSnapshots', readonly (string | null)[]>>

const answer = ({ given }: GoldenVector): Answer => {
  const operator = given['operatorConfig'] as Record<string, string>
  const configuration = overlay(operator, given['flinkConfiguration'] as Record<string, string>)
  const { options } = readOptions(configuration, { ...optionTable, ...flinkOptions })
  const system = operatorOptions(operator).options
  const usesResources = options.snapshotResourceEnabled && system.snapshotResourceEnabled
  const snapshots = usesResources ? (given['snapshots'] as readonly unknown[]).map(snapshotView) : []
  const history = (given['savepointHistory'] as readonly SavepointRecord[]).map(record => ({ ...record, triggerNonce: null }))
  const now = timeOf(given['now'])
  const cleanupEnabled = options.savepointCleanupEnabled
  const savepoints = savepointLimits(options, system)
  const fails = (location: string): boolean => (given['disposeFails'] as readonly string[]).includes(location)

  const prunable = prunableSavepoints({ history, snapshots, limits: savepoints, cleanupEnabled, referenced: [], neededByOthers: [], now })
  const deleted = !cleanupEnabled ? [] : [
    ...prunableSnapshots({ kind: 'savepoint', snapshots, limits: savepoints, referenced: [], now }),
    ...prunableSnapshots({ kind: 'checkpoint', snapshots, limits: checkpointLimits(options.checkpointsNumRetained), referenced: [], now }),
  ]
  return {
    disposed: locationsToDispose(prunable, fails),
    historyAfter: historyAfterDisposal(history, prunable, location => !fails(location)).map(({ location }) => location),
    deletedSnapshots: deleted.map(({ name }) => name).sort(),
  }
}

/** A field of its own for each entry; that of the list where both hold the same in another order. Deletions have no order. */
const differencesOf = (field: keyof Answer, want: readonly (string | null)[], got: readonly (string | null)[]): readonly Difference[] => {
  const entries = [...new Set([...want, ...got])].flatMap(
    it => (want.includes(it) === got.includes(it) ? [] : [differenceOf(`${field}.${String(it)}`, want.includes(it), got.includes(it))]),
  )
  const isMoved = entries.length === 0 && field !== 'deletedSnapshots' && want.join('\n') !== got.join('\n')
  return isMoved || want.length !== got.length && entries.length === 0 ? [differenceOf(field, want, got)] : entries
}

export const snapshotPruning: GoldenFamily = {
  name: 'snapshot-pruning',
  run: vector => {
    const got = answer(vector)
    return (['disposed', 'historyAfter', 'deletedSnapshots'] as const).flatMap(field =>
      differencesOf(field, vector.expect[field] as readonly string[], got[field])
    )
  },
}
