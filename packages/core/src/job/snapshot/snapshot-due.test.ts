import { describe, expect, test } from 'vitest'
import { lastPeriodicTrigger, snapshotDue, type SnapshotDueInputs, type SnapshotKind, recordNonce } from './snapshot-due.ts'
import { lastSnapshotStatus } from './snapshot-record.ts'
import { nextPeriodicTime, periodicExpression, periodicTimeAt } from '../../flink/schedule/periodic-expression.ts'
import { freshStatus, recordOf, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { aSpec, type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { encodeRecordedSpec } from '../../crd/recorded-spec.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

const minute = 60_000
const inputs = (over: Partial<SnapshotDueInputs> = {}): SnapshotDueInputs => ({
  kind: 'savepoint',
  jobState: 'RUNNING',
  inProgress: false,
  nonce: null,
  recordedNonce: null,
  periodic: { _tag: 'Off' },
  last: 0,
  flinkVersion: 'v1_20',
  now: 10 * minute,
  ...over,
})
const every = (text: string): Partial<SnapshotDueInputs> => ({ periodic: periodicExpression(text) })

describe('is a snapshot due? (control-flow.md, section 6.2)', () => {
  test.each<readonly [string, Partial<SnapshotDueInputs>, 'MANUAL' | 'PERIODIC' | null]>([
    ['1 job not running', { jobState: 'FAILED', nonce: 1, ...every('1m') }, null],
    ['2 one in progress', { inProgress: true, nonce: 1, ...every('1m') }, null],
    ['3 new nonce', { nonce: 1 }, 'MANUAL'],
    ['3 nonce 0', { nonce: 0 }, 'MANUAL'],
    ['3 the same nonce', { nonce: 1, recordedNonce: 1 }, null],
    ['3 a nonce of 64 bits', { nonce: '9223372036854775807', recordedNonce: '9223372036854775806' }, 'MANUAL'],
    ['3 checkpoint before 1.17', { kind: 'checkpoint', nonce: 1, flinkVersion: 'v1_16' }, null],
    ['3 checkpoint of an unknown version', { kind: 'checkpoint', nonce: 1, flinkVersion: null }, null],
    ['4 interval over', every('9m'), 'PERIODIC'],
    ['4 interval just reached', every('10m'), null],
    ['4 zero is off', every('0 s'), null],
    ['4 cron over', every('0 5 * * * ?'), 'PERIODIC'],
    ['4 checkpoint before 1.17', { kind: 'checkpoint', flinkVersion: 'v1_15', ...every('1m') }, null],
    ['4 unreadable', every('*/5 * * * *'), null],
    ['C-D14 blank is off', every(' '), null],
    ['5 nothing asked for', {}, null],
  ])('%s', (_title, over, want) => {
    const due = snapshotDue(inputs(over))
    expect(due._tag === 'Due' ? due.triggerType : null).toBe(want)
    expect(due.reason).not.toBe('')
  })

  test.each<readonly [Partial<SnapshotDueInputs>, string]>([
    [{ jobState: null }, 'the job is not running'],
    [{ kind: 'checkpoint', inProgress: true }, 'a checkpoint is in progress'],
    [{ nonce: 5 }, 'savepointTriggerNonce is 5'],
    [{ kind: 'checkpoint', nonce: 5, flinkVersion: 'v1_17' }, 'checkpointTriggerNonce is 5'],
    [{ kind: 'checkpoint', nonce: 5, flinkVersion: 'v1_16' }, 'only Flink 1.17 or newer can trigger a checkpoint'],
    [{ kind: 'savepoint', nonce: 5, flinkVersion: 'v1_15' }, 'savepointTriggerNonce is 5'],
    [every('9m'), 'the time of the periodic snapshot has come'],
    [every('11m'), 'the periodic snapshot is not due yet'],
    [every(''), 'no periodic snapshots are configured'],
    [every('0 0 0 1 1 ? 1970'), 'the periodic expression matches no time in the future'],
    [every('* *'), "'* *' is neither a duration nor a cron expression"],
  ])('%j: %s', (over, reason) => {
    expect(snapshotDue(inputs(over)).reason).toBe(reason)
  })

  test.each(['1 ns', '1 ms', '9 s', '* * * * * ?'])('S11: a period of %s counts as ten seconds', text => {
    const periodic = periodicExpression(text)
    expect(nextPeriodicTime(periodic, 1_000)).toBe(11_000)
    expect(snapshotDue(inputs({ periodic, last: 0, now: 10_000 }))).toMatchObject({ _tag: 'NotDue', at: 10_000 })
    expect(snapshotDue(inputs({ periodic, last: 0, now: 10_001 }))._tag).toBe('Due')
  })

  test('what is not due yet says when it will be', () => {
    expect(snapshotDue(inputs(every('15m')))).toMatchObject({ _tag: 'NotDue', at: 15 * minute })
    expect(snapshotDue(inputs(every('0 s')))).toMatchObject({ _tag: 'NotDue', at: null })
    expect(snapshotDue(inputs({ jobState: 'FAILED', ...every('15m') }))).toMatchObject({ _tag: 'NotDue', at: null })
  })
})

describe('from when the period counts (control-flow.md, section 6.3)', () => {
  const snapshot = {
    name: 'a',
    uid: 'a',
    creationTimestamp: 5,
    deleting: false,
    kind: 'savepoint',
    triggerType: 'PERIODIC',
    state: 'COMPLETED',
    path: null,
  } as const
  const base = { kind: 'savepoint', remembered: null, snapshots: [], legacyTimestamp: 0, creationTimestamp: 3 } as const
  test.each([
    ['D-30 B74 what is remembered, durably', { ...base, remembered: 9, snapshots: [snapshot] }, 9],
    ['the newest completed periodic one of this kind', {
      ...base,
      snapshots: [snapshot, { ...snapshot, creationTimestamp: 7 }, { ...snapshot, creationTimestamp: 8, kind: 'checkpoint' as const }],
    }, 7],
    ['neither failed nor manual ones', {
      ...base,
      snapshots: [{ ...snapshot, state: 'FAILED' as const }, { ...snapshot, triggerType: 'MANUAL' as const }],
    }, 3],
    ['the newest of them wherever it stands', { ...base, snapshots: [{ ...snapshot, creationTimestamp: 7 }, snapshot] }, 7],
    ['the status', { ...base, legacyTimestamp: 4 }, 4],
    ['the creation of the deployment', base, 3],
  ])('%s', (_title, given, want) => {
    expect(lastPeriodicTrigger(given)).toBe(want)
  })
})

test.each(
  [
    ['pending', { triggerId: 'a' }, 'PENDING'],
    ['between two attempts', { nonce: 2, recordedNonce: 1 }, 'PENDING'],
    ['the same nonce, still to be done', { triggerId: 'a', nonce: 1, recordedNonce: 1 }, 'PENDING'],
    ['the nonce taken away', { recordedNonce: 1, last: { triggerType: 'MANUAL', triggerNonce: 1 } }, 'SUCCEEDED'],
    ['of a release that kept no type', { last: { triggerType: null, triggerNonce: null } }, null],
    ['never one', {}, null],
    ['manual, done', { nonce: 1, recordedNonce: 1, last: { triggerType: 'MANUAL', triggerNonce: 1 } }, 'SUCCEEDED'],
    ['periodic', { recordedNonce: 1, last: { triggerType: 'PERIODIC', triggerNonce: null } }, 'SUCCEEDED'],
    ['manual, given up', { nonce: 2, recordedNonce: 2, last: { triggerType: 'MANUAL', triggerNonce: 1 } }, 'ABANDONED'],
  ] as const,
)('status of the last snapshot: %s (control-flow.md, section 6.5)', (_title, over, want) => {
  expect(lastSnapshotStatus({ triggerId: null, nonce: null, recordedNonce: null, last: null, ...over })).toBe(want)
})

describe("periods don't drift (B74)", () => {
  test.each([['1 min', minute], ['0 * * * * ?', minute]] as const)(
    '%s: in n periods n snapshots, however late each is noticed',
    (text, period) => {
      const expression = periodicExpression(text)
      const delays = [5_000, 900, 6_999, 3_000, 1_500]
      let last = 10 * minute
      let taken = 0
      for (let now = last + 1; now <= 10 * minute + 100 * period; now += 1 + delays[taken % delays.length]! % 7_000) {
        const at = nextPeriodicTime(expression, last)
        if (at === null || at >= now) continue
        taken += 1
        last = periodicTimeAt(expression, last, now)
      }
      expect(taken).toBeGreaterThanOrEqual(99)
      expect(taken).toBeLessThanOrEqual(101)
    },
  )
  test('what was missed is not made up for', () => {
    expect(periodicTimeAt(periodicExpression('1 min'), 0, 10 * minute + 5)).toBe(10 * minute)
    expect(periodicTimeAt(periodicExpression('0 s'), 0, 7)).toBe(7)
  })
})

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
