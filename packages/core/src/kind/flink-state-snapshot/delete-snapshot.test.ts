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
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView, StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import { classify } from './classify-state-snapshot.ts'

const path = 's3://b/sp/1'
const now = t0
const late = t0 + 300_000
const deleted = { deletionTimestamp: new Date(t0).toISOString() }
const done = { state: 'COMPLETED', path } as const
const looked = (deployments: readonly FlinkDeploymentView[] = [aTarget()], snapshots: readonly StateSnapshotView[] = []) =>
  runningJob(now, {
    flinkDeployments: known(deployments, now),
    flinkSessionJobs: known([], now),
    namingResources: known([], now),
    snapshots: known(snapshots, now),
  })
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
    [
      'state-snapshot-deletion/not-ours our finalizer is gone',
      { metadata: { finalizers: [] }, status: done },
      'state-snapshot-deletion/not-ours',
      'Over',
    ],
    [
      'state-snapshot-deletion/keep-files a checkpoint',
      { spec: { checkpoint: {} }, status: done },
      'state-snapshot-deletion/keep-files',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/keep-files its files are not to be disposed of',
      { spec: { savepoint: { disposeOnDelete: false } }, status: done },
      'state-snapshot-deletion/keep-files',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/keep-files it names no job',
      { spec: { savepoint: {}, jobReference: null }, status: done },
      'state-snapshot-deletion/keep-files',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/outcome-unknown E-23 under way: it is looked at',
      { status: underWay() },
      'state-snapshot/in-progress',
      'NeedsFacts',
    ],
    [
      'state-snapshot-deletion/outcome-unknown E-23 under way for too long',
      { status: underWay(), now: late },
      'state-snapshot-deletion/outcome-unknown',
      'Releasable',
    ],
    ['state-snapshot-deletion/no-files L15 never asked for', {}, 'state-snapshot-deletion/no-files', 'Releasable'],
    ['state-snapshot-deletion/no-files it failed', { status: { state: 'FAILED' } }, 'state-snapshot-deletion/no-files', 'Releasable'],
    [
      'state-snapshot-deletion/references-unobservable nobody looked who needs it',
      { status: done, facts: runningJob() },
      'state-snapshot-deletion/references-unobservable',
      'NeedsFacts',
    ],
    [
      'state-snapshot-deletion/references-unobservable P14 who needs it could not be seen',
      { status: done, facts: { ...looked(), flinkDeployments: unknown('Timeout', 'late', now) } },
      'state-snapshot-deletion/references-unobservable',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/references-unobservable the same with resources of other kinds',
      { status: done, facts: { ...looked(), namingResources: unknown('Forbidden', 'no', now) } },
      'state-snapshot-deletion/references-unobservable',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/path-needed P04 a FlinkBlueGreenDeployment names it',
      {
        status: done,
        facts: { ...looked(), namingResources: known([{ kind: 'FlinkBlueGreenDeployment', name: 'bg', paths: [path] }], now) },
      },
      'state-snapshot-deletion/path-needed',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/references-unobservable the same with snapshots',
      { status: done, facts: { ...looked(), snapshots: unknown('Timeout', 'late', now) } },
      'state-snapshot-deletion/references-unobservable',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/job-missing E-15 its job is gone',
      { status: done, facts: { ...looked([]), target: absent(now) } },
      'state-snapshot-deletion/job-missing',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/job-not-running its job has failed',
      { status: done, facts: { ...looked(), target: known(aTarget({ job: { state: 'FAILED' } }), now) } },
      'state-snapshot-deletion/job-not-running',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/job-not-running its job is being stopped',
      { status: done, facts: { ...looked(), target: known(aTarget({ operation: aSuspend() }), now) } },
      'state-snapshot-deletion/job-not-running',
      'DisposalBlocked',
    ],
    [
      'state-snapshot-deletion/job-not-running E-23 its job did not run in time',
      { status: done, now: late, facts: { ...looked(), target: known(aTarget({ job: { state: 'FAILED' } }), now) } },
      'state-snapshot-deletion/job-not-running',
      'Releasable',
    ],
    [
      'state-snapshot-deletion/delete-files its job runs and nobody needs it',
      { status: done, facts: looked() },
      'state-snapshot-deletion/delete-files',
      'DisposalDue',
    ],
    [
      'state-snapshot-deletion/delete-files late, but it was not tried yet',
      { status: done, now: late, facts: looked() },
      'state-snapshot-deletion/delete-files',
      'DisposalDue',
    ],
    [
      'state-snapshot-deletion/delete-files late, and it fails',
      { status: done, now: late, failures: 1, facts: looked() },
      'state-snapshot-deletion/delete-files',
      'Releasable',
    ],
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
    ['its last state, once it is stopped', aTarget({ record: { lastState: { _tag: 'Path', path, seen: 'Stop' } } })],
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
  ])('state-snapshot-deletion/path-needed P04 B03 %s of any FlinkDeployment names it: never disposed of', (_title, view) => {
    for (const needing of [view, elsewhere(view)]) {
      const given = { status: done, facts: looked([aTarget(), needing]) }
      expect(classify(snapshotRound(of(given)))).toMatchObject({ row: 'state-snapshot-deletion/path-needed', _tag: 'DisposalBlocked' })
      expect(classify(snapshotRound(of({ ...given, now: late })))).toMatchObject({
        row: 'state-snapshot-deletion/path-needed',
        _tag: 'Releasable',
        leftBehind: path,
      })
    }
  })

  test('state-snapshot-deletion/path-needed B03 another snapshot of the same path needs it, one that is going does not', () => {
    const given = (change: Partial<StateSnapshotView>) =>
      classify(snapshotRound(of({ status: done, facts: looked([aTarget()], [{ ...other, uid: snapshotUid }, { ...other, ...change }]) })))
    expect(given({})).toMatchObject({
      row: 'state-snapshot-deletion/path-needed',
      _tag: 'DisposalBlocked',
      reason: 'FlinkStateSnapshot other may need s3://b/sp/1',
    })
    expect(given({ deleting: true })).toMatchObject({ _tag: 'DisposalDue' })
  })

  test('state-snapshot-deletion/delete-files B03 a snapshot that names its own path does not block itself: snapshots count by their list', () => {
    const namingResources = known([{ kind: 'FlinkStateSnapshot', name: 'snapshot', paths: [path] }], now)
    expect(classify(snapshotRound(of({ status: done, facts: { ...looked(), namingResources } })))).toMatchObject({
      row: 'state-snapshot-deletion/delete-files',
      _tag: 'DisposalDue',
    })
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
