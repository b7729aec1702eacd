import { overlay } from '../../../packages/core/src/flink-configuration/alias-table.ts'
import { flinkOptions } from '../../../packages/core/src/flink-configuration/flink-options.ts'
import { operatorOptions } from '../../../packages/core/src/operator-options/operator-options.ts'
import { optionTable } from '../../../packages/core/src/operator-options/option-table.ts'
import { readOptions } from '../../../packages/core/src/operator-options/read-options.ts'
import type { SavepointRecord } from '../../../packages/core/src/resource/flink-deployment-status.ts'
import { historyAfterDisposal, locationsToDispose, prunableSavepoints } from '../../../packages/core/src/snapshot/savepoint-history-pruning.ts'
import { checkpointLimits, savepointLimits } from '../../../packages/core/src/snapshot/snapshot-limits.ts'
import { prunableSnapshots } from '../../../packages/core/src/snapshot/snapshot-resource-pruning.ts'
import { failed, passed, type GoldenFamily, type GoldenVector } from '../family.ts'
import { snapshotView, timeOf } from './snapshot-trigger.decode.ts'

const answer = ({ given }: GoldenVector): unknown => {
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

  const prunable = prunableSavepoints({ history, snapshots, limits: savepoints, cleanupEnabled, referenced: [], now })
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

export const snapshotPruning: GoldenFamily = {
  name: 'snapshot-pruning',
  run: vector => {
    const { disposed, historyAfter, deletedSnapshots } = vector.expect
    const want = JSON.stringify({ disposed, historyAfter, deletedSnapshots: [...(deletedSnapshots as readonly string[])].sort() })
    const got = JSON.stringify(answer(vector))
    return got === want ? passed : failed(`want ${want}\ngot  ${got}`)
  },
}
