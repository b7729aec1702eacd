import { expect, test } from 'vitest'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { nothingRecorded, stateOfRunningJob } from '../../contract/resource/last-state.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { adoptRollback } from './rollback-job.ts'

test.each(
  [
    ['the reference operator took the job away for it', 'FINISHED', lastStateMarker, nothingRecorded, 'RECONCILING'],
    ['F05 Flink told that it FINISHED, and its path', 'FINISHED', 's3://b/chk-7', nothingRecorded, 'FINISHED'],
    ['F05 Flink told that it FINISHED, and no path', 'FINISHED', null, nothingRecorded, 'FINISHED'],
    ['it FAILED', 'FAILED', lastStateMarker, nothingRecorded, 'FAILED'],
    ['this operator saw the job', 'FINISHED', lastStateMarker, stateOfRunningJob, 'FINISHED'],
  ] as const,
)('D-06 a rollback that the reference operator had begun, %s: %s beside %s', (_title, state, upgradeSavepointPath, lastState, want) => {
  const got = adoptRollback(
    runningStatus({
      reconciliation: { state: 'ROLLING_BACK' },
      job: { state, upgradeSavepointPath },
      record: { terminalSince: 5, lastState },
    }),
  )
  expect([got.reconciliationStatus.state, got.jobStatus.state, got.operatorRecord.terminalSince]).toEqual([
    'DEPLOYED',
    want,
    want === 'RECONCILING' ? null : 5,
  ])
})
