import { describe, expect, test } from 'vitest'
import { aSuspend } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import {
  aTarget,
  type GivenSnapshot,
  runningJob,
  snapshotActions,
  snapshotRound,
  snapshotUid,
  underWay,
} from '../../../fixtures/state-snapshot.ts'
import { absent, known, unknown } from '../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { StateSnapshotView } from '../../fact/state-snapshot-view.ts'
import { classify } from './classify-state-snapshot.ts'

const path = 's3://b/sp/1'
const now = t0
const late = t0 + 300_000
const deleted = { deletionTimestamp: new Date(t0).toISOString() }
const done = { state: 'COMPLETED', path } as const
const looked = (deployments: readonly FlinkDeploymentView[] = [aTarget()], snapshots: readonly StateSnapshotView[] = []) =>
  runningJob(now, { flinkDeployments: known(deployments, now), flinkSessionJobs: known([], now), snapshots: known(snapshots, now) })
const other: StateSnapshotView = {
  name: 'other',
  uid: 'uid-other',
  creationTimestamp: t0,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'MANUAL',
  state: 'COMPLETED',
  path: `${path}/`,
}
const of = (given: GivenSnapshot): GivenSnapshot => ({ ...given, metadata: { ...deleted, ...given.metadata } })

describe('the resource is deleted (session-snapshot-bluegreen.md, section 3.7)', () => {
  const rows: readonly (readonly [title: string, given: GivenSnapshot, row: string, tag: string])[] = [
    ['X1 our finalizer is gone', { metadata: { finalizers: [] }, status: done }, 'X1', 'Over'],
    ['X2 a checkpoint', { spec: { checkpoint: {} }, status: done }, 'X2', 'Releasable'],
    ['X2 its files are not to be disposed of', { spec: { savepoint: { disposeOnDelete: false } }, status: done }, 'X2', 'Releasable'],
    ['X2 it names no job', { spec: { savepoint: {}, jobReference: null }, status: done }, 'X2', 'Releasable'],
    ['X3 E-23 under way: it is looked at', { status: underWay() }, 'N4', 'NeedsFacts'],
    ['X3 E-23 under way for too long', { status: underWay(), now: late }, 'X3', 'Releasable'],
    ['X4 L15 never asked for', {}, 'X4', 'Releasable'],
    ['X4 it failed', { status: { state: 'FAILED' } }, 'X4', 'Releasable'],
    ['X5 nobody looked who needs it', { status: done, facts: runningJob() }, 'X5', 'NeedsFacts'],
    [
      'X5 P14 who needs it could not be seen',
      { status: done, facts: { ...looked(), flinkDeployments: unknown('Timeout', 'late', now) } },
      'X5',
      'DisposalBlocked',
    ],
    [
      'X5 the same with snapshots',
      { status: done, facts: { ...looked(), snapshots: unknown('Timeout', 'late', now) } },
      'X5',
      'DisposalBlocked',
    ],
    ['X7 E-15 its job is gone', { status: done, facts: { ...looked([]), target: absent(now) } }, 'X7', 'Releasable'],
    [
      'X8 its job has failed',
      { status: done, facts: { ...looked(), target: known(aTarget({ job: { state: 'FAILED' } }), now) } },
      'X8',
      'DisposalBlocked',
    ],
    [
      'X8 its job is being stopped',
      { status: done, facts: { ...looked(), target: known(aTarget({ operation: aSuspend() }), now) } },
      'X8',
      'DisposalBlocked',
    ],
    [
      'X8 E-23 its job did not run in time',
      { status: done, now: late, facts: { ...looked(), target: known(aTarget({ job: { state: 'FAILED' } }), now) } },
      'X8',
      'Releasable',
    ],
    ['X9 its job runs and nobody needs it', { status: done, facts: looked() }, 'X9', 'DisposalDue'],
    ['X9 late, but it was not tried yet', { status: done, now: late, facts: looked() }, 'X9', 'DisposalDue'],
    ['X9 late, and it fails', { status: done, now: late, failures: 1, facts: looked() }, 'X9', 'Releasable'],
  ]
  test.each(rows)('%s', (_title, given, row, tag) => {
    const situation = classify(snapshotRound(of(given)))
    expect([situation.row, situation._tag]).toEqual([row, tag])
  })

  const elsewhere = (view: FlinkDeploymentView): FlinkDeploymentView => ({ ...view, meta: { ...view.meta, name: 'elsewhere' } })
  test.each<readonly [string, FlinkDeploymentView]>([
    ['upgradeSavepointPath', aTarget({ job: { upgradeSavepointPath: path } })],
    ['initialSavepointPath of a spec, with a slash more', aTarget({}, { spec: { job: { initialSavepointPath: `${path}/` } } })],
    ['initialSavepointPath of what is recorded', aTarget({ recorded: { spec: { job: { initialSavepointPath: path } } } })],
    ['what was deployed from', aTarget({ record: { deployedSource: { _tag: 'Path', path, reason: 'r' } } })],
    ["a record that can't be read", aTarget({ reconciliation: { lastReconciledSpec: `{"broken ${path}` } })],
    [
      'lastSavepoint',
      ((it: FlinkDeploymentView) => ({
        ...it,
        status: {
          ...it.status,
          jobStatus: {
            ...it.status.jobStatus,
            savepointInfo: {
              ...it.status.jobStatus.savepointInfo,
              lastSavepoint: { timeStamp: 1, location: path, triggerType: 'MANUAL', formatType: null, triggerNonce: null } as const,
            },
          },
        },
      }))(aTarget()),
    ],
  ])('X6 P04 B03 %s of any FlinkDeployment names it: never disposed of', (_title, view) => {
    for (const needing of [view, elsewhere(view)]) {
      const given = { status: done, facts: looked([aTarget(), needing]) }
      expect(classify(snapshotRound(of(given)))).toMatchObject({ row: 'X6', _tag: 'DisposalBlocked' })
      expect(classify(snapshotRound(of({ ...given, now: late })))).toMatchObject({ row: 'X6', _tag: 'Releasable', leftBehind: path })
    }
  })

  test('X6 B03 another snapshot of the same path needs it, one that is going does not', () => {
    const given = (change: Partial<StateSnapshotView>) =>
      classify(snapshotRound(of({ status: done, facts: looked([aTarget()], [{ ...other, uid: snapshotUid }, { ...other, ...change }]) })))
    expect(given({})).toMatchObject({ row: 'X6', _tag: 'DisposalBlocked', reason: 'FlinkStateSnapshot other may need s3://b/sp/1' })
    expect(given({ deleting: true })).toMatchObject({ _tag: 'DisposalDue' })
  })

  test('B73 the finalizer goes behind the disposal in the same list: one that fails keeps it', () => {
    expect(snapshotActions(of({ status: done, facts: looked() })).map(({ _tag }) => _tag)).toEqual([
      'PersistStatus',
      'DisposeSavepoint',
      'RemoveFinalizer',
      'Requeue',
    ])
  })
  test('what is left behind is told', () => {
    expect(snapshotActions(of({ status: done, facts: { ...looked([]), target: absent(now) } }))).toMatchObject([
      { _tag: 'EmitEvent', reason: 'CleanupFailed', message: expect.stringContaining(path) },
      { _tag: 'RemoveFinalizer' },
      { _tag: 'Requeue' },
    ])
  })
})
