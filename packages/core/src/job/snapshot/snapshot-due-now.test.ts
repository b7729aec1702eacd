import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { Round } from '../../kind/flink-deployment/application/application-round.ts'
import { dueSnapshot, nextSnapshot, type NextSnapshot } from './snapshot-due-now.ts'

const minute = 60_000
const created = Date.parse('2023-11-14T22:00:00Z')
const every = (kind: SnapshotKind, text = '10 min'): SpecChange => ({
  configuration: { [`kubernetes.operator.periodic.${kind}.interval`]: text },
})
const byNonce = (savepointTriggerNonce: number | null, checkpointTriggerNonce: number | null = null): SpecChange => ({
  job: { savepointTriggerNonce, checkpointTriggerNonce },
})
const round = (spec: SpecChange, status: StatusChange = {}, more: Given = {}): Round =>
  roundOf({
    spec,
    metadata: { generation: 2 },
    facts: runningCluster(),
    ...more,
    status: runningStatus({ recorded: { spec: { ...spec, job: {} } }, ...status }),
  })
const next = (
  it: Round,
  kind: SnapshotKind = 'savepoint',
): NextSnapshot => (it.desired.deployed._tag === 'Deployed' ? nextSnapshot(it, it.desired.deployed, kind) : expect.fail('not deployed'))
const manualDue = (nonce: number, askedAt: number, kind: SnapshotKind = 'savepoint'): NextSnapshot => ({
  _tag: 'Due',
  due: { kind, triggerType: 'MANUAL', nonce, askedAt, reason: `${kind}TriggerNonce is ${String(nonce)}` },
})
const periodicDue = (dueAt: number, countsFrom: number, kind: SnapshotKind = 'savepoint'): NextSnapshot => ({
  _tag: 'Due',
  due: { kind, triggerType: 'PERIODIC', dueAt, countsFrom, reason: 'the time of the periodic snapshot has come' },
})
const notDue = (at: number | null): NextSnapshot => ({ _tag: 'NotDue', at })
const attempt = (nonce: number, retryAt: number | null): StatusChange => ({
  record: { manualSavepoint: { nonce, askedAt: t0 - minute, retryAt } },
})

describe('is a snapshot due (control-flow.md, sections 6.2 and 6.3)?', () => {
  test.each<readonly [string, Round, NextSnapshot]>([
    ['nobody asks for one', round({}), notDue(null)],
    ['by nonce', round(byNonce(4)), manualDue(4, t0)],
    ['the nonce is recorded: done', round(byNonce(4), { recorded: { spec: byNonce(4) } }), notDue(null)],
    [
      'B77 the first attempt is to be repeated at once: it keeps its moment',
      round(byNonce(4), attempt(4, null)),
      manualDue(4, t0 - minute),
    ],
    ['B77 a failed attempt waits a little', round(byNonce(4), attempt(4, t0 + 1)), notDue(t0 + 1)],
    ['B77 until then, and no longer', round(byNonce(4), attempt(4, t0)), manualDue(4, t0 - minute)],
    [
      'B77 another nonce by now: it begins now, whatever the attempt before it waits for',
      round(byNonce(5), attempt(4, t0 + minute)),
      manualDue(5, t0),
    ],
    ['a period, not over', round(every('savepoint'), { record: { lastPeriodicSavepointTrigger: t0 - minute } }), notDue(t0 + 9 * minute)],
    [
      'D-30 a period that is over: its next one counts from where it ended',
      round(every('savepoint'), { record: { lastPeriodicSavepointTrigger: t0 - 11 * minute } }),
      periodicDue(t0 - minute, t0 - minute),
    ],
    [
      'D-30 several periods were missed: one is taken, and the next counts from the last of them',
      round(every('savepoint'), { record: { lastPeriodicSavepointTrigger: t0 - 35 * minute } }),
      periodicDue(t0 - 25 * minute, t0 - 5 * minute),
    ],
    [
      'B74 none was ever taken: the period counts from the creation of the resource',
      round(every('savepoint', '1 h')),
      notDue(created + 60 * minute),
    ],
    [
      'a nonce goes before a period',
      round({ ...every('savepoint'), ...byNonce(4) }, { record: { lastPeriodicSavepointTrigger: t0 - 11 * minute } }),
      manualDue(4, t0),
    ],
  ])('%s', (_title, it, want) => {
    expect(next(it)).toEqual(want)
  })

  test('a checkpoint has a nonce, a period and a memory of its own', () => {
    expect(next(round(byNonce(null, 6)), 'checkpoint')).toEqual(manualDue(6, t0, 'checkpoint'))
    expect(next(round(byNonce(6)), 'checkpoint')).toEqual(notDue(null))
    expect(
      next(
        round(every('checkpoint'), { record: { lastPeriodicSavepointTrigger: t0, lastPeriodicCheckpointTrigger: t0 - 11 * minute } }),
        'checkpoint',
      ),
    ).toEqual(periodicDue(t0 - minute, t0 - minute, 'checkpoint'))
  })

  test('B74 what FlinkStateSnapshots tell of the last one counts where nothing is remembered', () => {
    const view: StateSnapshotView = {
      name: 'a',
      uid: 'a',
      creationTimestamp: t0 - minute,
      deleting: false,
      kind: 'savepoint',
      triggerType: 'PERIODIC',
      state: 'COMPLETED',
      path: null,
    }
    expect(next(round(every('savepoint'), {}, { facts: runningCluster(t0, { snapshots: known([view], t0) }) }))).toEqual(
      notDue(t0 + 9 * minute),
    )
  })

  test('P10 nothing is wanted: none is due, a periodic one neither', () => {
    const it = round({ ...every('savepoint'), ...byNonce(4) }, { record: { lastPeriodicSavepointTrigger: t0 - 11 * minute } })
    expect(next({ ...it, desired: { ...it.desired, wanted: null } })).toEqual(notDue(null))
  })

  test('one effect a round: both are due, and the savepoint is first', () => {
    const it = round(byNonce(4, 6))
    const { deployed } = it.desired
    expect(deployed._tag === 'Deployed' ? dueSnapshot(it, deployed) : null).toMatchObject({ kind: 'savepoint', nonce: 4 })
  })
})
