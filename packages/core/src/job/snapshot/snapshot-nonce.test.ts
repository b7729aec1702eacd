import { describe, expect, test } from 'vitest'
import { freshStatus, recordOf, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { aSpec, type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { encodeRecordedSpec } from '../../crd/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { recordNonce } from './snapshot-nonce.ts'

const later = t0 + 5_000
const record = (status: FlinkDeploymentStatus, kind: SnapshotKind = 'savepoint') =>
  recordNonce(status, 'FlinkDeployment', kind, 2, 7, later)
const nonces = (savepointTriggerNonce: number | null, checkpointTriggerNonce: number | null): { readonly spec: SpecChange } => ({
  spec: { job: { savepointTriggerNonce, checkpointTriggerNonce } },
})

describe('control-flow.md, section 1.3/4: a nonce counts as done', () => {
  test.each<readonly [SnapshotKind, readonly [number, number]]>([
    ['savepoint', [2, 9]],
    ['checkpoint', [1, 2]],
  ])('of a %s: recorded, and the nonce of the other kind stays as it was', (kind, [savepoint, checkpoint]) => {
    const got = record(runningStatus({ recorded: nonces(1, 9) }), kind)
    expect(got.reconciliationStatus.lastReconciledSpec).toBe(recordOf(nonces(savepoint, checkpoint)))
    expect(got).toMatchObject({ observedGeneration: 7, reconciliationStatus: { reconciliationTimestamp: later, state: 'DEPLOYED' } })
  })

  test.each<readonly [string, StatusChange, string | null]>([
    ['a stable spec stays stable', { recorded: nonces(1, 9) }, recordOf(nonces(2, 9))],
    [
      'one that is not stable does not become so',
      { recorded: nonces(1, 9), stable: { spec: { rest: { image: 'good' } } } },
      recordOf({ spec: { rest: { image: 'good' } } }),
    ],
    ['where none was stable none is', { recorded: nonces(1, 9), stable: null }, null],
  ])('L11 %s', (_title, status, want) => {
    expect(record(runningStatus(status)).reconciliationStatus.lastStableSpec).toBe(want)
  })

  const { job: _job, ...rest } = aSpec()
  test.each<readonly [string, FlinkDeploymentStatus]>([
    ['nothing was deployed: there is no record to write it into', freshStatus],
    ["B41 a record that can't be read is left as it is", runningStatus({ reconciliation: { lastReconciledSpec: '{' } })],
    [
      'a record without a job has no nonce',
      runningStatus({
        reconciliation: { lastReconciledSpec: encodeRecordedSpec({ spec: { ...rest, job: null }, firstDeployment: false }) },
      }),
    ],
    ['P09 it is recorded already: nothing is written, and no generation is acknowledged', runningStatus({ recorded: nonces(2, 9) })],
  ])('%s', (_title, status) => {
    expect(record(status)).toBe(status)
  })
})
