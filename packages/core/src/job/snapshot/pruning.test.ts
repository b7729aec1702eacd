import { describe, expect, test } from 'vitest'
import { initialFlinkDeploymentStatus, initialOperatorRecord } from '../../codecs.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'
import {
  referencedSavepoints,
  historyAfterDisposal,
  locationsToDispose,
  prunableSavepoints,
  type HistoryPruningInputs,
} from './savepoint-history-pruning.ts'
import { checkpointLimits, isTooOld, savepointLimits } from './snapshot-due-now.ts'
import { prunableSnapshots, type ResourcePruningInputs } from './snapshot-resource-pruning.ts'

const now = 1000
const entry = (location: string, timeStamp = now): SavepointRecord => ({
  timeStamp,
  location,
  triggerType: 'PERIODIC',
  formatType: 'CANONICAL',
  triggerNonce: null,
})
const aSnapshot = (name: string, over: Partial<StateSnapshotView> = {}): StateSnapshotView => ({
  name,
  uid: name,
  creationTimestamp: now,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'PERIODIC',
  state: 'COMPLETED',
  path: `s3://${name}`,
  ...over,
})
const history = (...names: readonly string[]): readonly SavepointRecord[] => names.map((name, at) => entry(name, at))
const prune = (over: Partial<HistoryPruningInputs>) =>
  prunableSavepoints({
    history: [],
    snapshots: [],
    limits: { count: 2, maxAge: null },
    cleanupEnabled: true,
    referenced: [],
    neededByOthers: [],
    now,
    ...over,
  })
const disposed = (over: Partial<HistoryPruningInputs>): readonly string[] => locationsToDispose(prune(over))
const remaining = (over: Partial<HistoryPruningInputs>, fails: readonly string[] = []): readonly (string | null)[] =>
  historyAfterDisposal(over.history ?? [], prune(over), location => !fails.includes(location)).map(({ location }) => location)

describe('limits (control-flow.md, section 6.6)', () => {
  test('at least one is kept, and thresholds of the platform bound what a resource asks for', () => {
    expect(
      savepointLimits({ savepointHistoryMaxCount: 0, savepointHistoryMaxAge: 5 }, {
        savepointHistoryMaxCountThreshold: null,
        savepointHistoryMaxAgeThreshold: 3,
      }),
    )
      .toEqual({ count: 1, maxAge: 3 })
    expect(checkpointLimits(-1)).toEqual({ count: 1, maxAge: null })
    expect(checkpointLimits(3)).toEqual({ count: 3, maxAge: null })
  })
  test.each([
    [{ count: 5, age: 9 }, { count: null, age: null }, { count: 5, maxAge: 9 }],
    [{ count: 5, age: 9 }, { count: 3, age: 20 }, { count: 3, maxAge: 9 }],
    [{ count: 5, age: 9 }, { count: 7, age: 4 }, { count: 5, maxAge: 4 }],
    [{ count: 5, age: 9 }, { count: 0, age: 0 }, { count: 1, maxAge: 0 }],
  ])('%j under thresholds of %j: %j', (given, threshold, want) => {
    expect(savepointLimits(
      { savepointHistoryMaxCount: given.count, savepointHistoryMaxAge: given.age },
      { savepointHistoryMaxCountThreshold: threshold.count, savepointHistoryMaxAgeThreshold: threshold.age },
    )).toEqual(want)
  })
  test('too old is older than the limit', () => {
    expect([9, 10, 11].map(time => isTooOld(time, { count: 1, maxAge: 90 }, 100))).toEqual([true, false, false])
    expect(isTooOld(0, { count: 1, maxAge: null }, 100)).toBe(false)
  })
})

describe('legacy history', () => {
  test('the oldest over the count go, in order', () => {
    expect(disposed({ history: history('a', 'b', 'c', 'd') })).toEqual(['a', 'b'])
    expect(remaining({ history: history('a', 'b', 'c', 'd') })).toEqual(['c', 'd'])
  })
  test('B79 the newest stays whatever its age', () => {
    expect(disposed({ history: history('a', 'b'), limits: { count: 5, maxAge: 1 } })).toEqual(['a'])
    expect(disposed({ history: history('a'), limits: { count: 1, maxAge: 1 } })).toEqual([])
  })
  test('B79 a completed savepoint resource lets the history end', () => {
    expect(disposed({ history: history('a'), snapshots: [aSnapshot('s')], limits: { count: 1, maxAge: null } })).toEqual(['a'])
  })
  test('B79 a savepoint resource that is being deleted does not let the history end', () => {
    expect(disposed({ history: history('a'), snapshots: [aSnapshot('s', { deleting: true })], limits: { count: 1, maxAge: 1 } })).toEqual(
      [],
    )
  })
  test('B03 P04 what a restore may need stays', () => {
    expect(disposed({ history: history('a', 'b', 'c', 'd'), referenced: ['a'], neededByOthers: [] })).toEqual(['b'])
    expect(
      disposed({
        history: history('a'),
        referenced: ['a'],
        neededByOthers: [],
        snapshots: [aSnapshot('s')],
        limits: { count: 1, maxAge: 1 },
      }),
    ).toEqual([])
  })
  test('B03 a path that a FlinkStateSnapshot owns is forgotten here, and its files stay', () => {
    const given = { history: history('s3://s', 'b', 'c'), snapshots: [aSnapshot('s', { state: 'FAILED' })] }
    expect(disposed(given)).toEqual([])
    expect(remaining(given)).toEqual(['b', 'c'])
  })
  test('P04 files that another entry has as well stay', () => {
    const given = { history: history('a', 'b', 'a') }
    expect(disposed(given)).toEqual([])
    expect(remaining(given)).toEqual(['b', 'a'])
  })
  test('B73 an entry stays until its files are known to be gone, and so do those after it that are over the count', () => {
    const given = { history: history('a', 'b', 'c', 'd') }
    expect(remaining(given, ['a'])).toEqual(['a', 'b', 'c', 'd'])
    expect(remaining(given, ['b'])).toEqual(['b', 'c', 'd'])
  })
  test('B73 entries that are too old do not wait for each other', () => {
    const given = { history: history('a', 'b', 'c'), limits: { count: 9, maxAge: 1 } }
    expect(remaining(given, ['a'])).toEqual(['a', 'c'])
  })
  test('B79 only completed savepoints count beside the history', () => {
    const given = { history: history('a', 'b'), limits: { count: 2, maxAge: null } }
    for (const over of [{ kind: 'checkpoint' }, { state: 'FAILED' }, { deleting: true }] as const)
      expect(disposed({ ...given, snapshots: [aSnapshot('s', over)] })).toEqual([])
    expect(disposed({ ...given, snapshots: [aSnapshot('s')] })).toEqual(['a'])
    expect(disposed({ ...given, snapshots: [aSnapshot('s'), aSnapshot('t'), aSnapshot('u')] })).toEqual(['a', 'b'])
  })
  test('an entry without a location is forgotten', () => {
    const given = { history: [{ ...entry('', 0), location: null }, ...history('b', 'c')], limits: { count: 2, maxAge: null } }
    expect(disposed(given)).toEqual([])
    expect(remaining(given)).toEqual(['b', 'c'])
  })
  test('B73 what is over the count waits behind a disposal that failed, what is too old does not', () => {
    const isA = (location: string): boolean => location === 'a'
    expect(locationsToDispose(prune({ history: history('a', 'b', 'c', 'd', 'e') }), isA)).toEqual([])
    expect(locationsToDispose(prune({ history: history('a', 'b', 'c', 'd'), limits: { count: 9, maxAge: 1 } }), isA)).toEqual(['b', 'c'])
    expect(locationsToDispose(prune({ history: history('b', 'a', 'c', 'd', 'e') }), isA)).toEqual(['b'])
    expect(locationsToDispose(prune({ history: history('a', 'a', 'b', 'c') }))).toEqual(['a'])
  })
  test('without clean-up entries are forgotten and nothing is disposed of', () => {
    const given = { history: history('a', 'b', 'c'), cleanupEnabled: false }
    expect(disposed(given)).toEqual([])
    expect(remaining(given)).toEqual(['b', 'c'])
  })
})

describe('FlinkStateSnapshots', () => {
  const names = (snapshots: readonly StateSnapshotView[], over: Partial<ResourcePruningInputs> = {}): readonly string[] =>
    prunableSnapshots({ kind: 'savepoint', snapshots, limits: { count: 2, maxAge: null }, referenced: [], now, ...over }).map(({ name }) =>
      name
    )
  const ages = (...all: readonly (readonly [string, Partial<StateSnapshotView>])[]) =>
    all.map(([name, over], at) => aSnapshot(name, { creationTimestamp: at, ...over }))

  test('the oldest over the count go; those of the user, of another kind and on their way out do not count', () => {
    expect(
      names(
        ages(['a', {}], ['m', { triggerType: 'MANUAL' }], ['c', { kind: 'checkpoint' }], ['d', { deleting: true }], ['b', {}], ['e', {
          triggerType: 'UPGRADE',
        }]),
      ),
    ).toEqual(['a'])
  })
  test('B79 the newest completed one stays, whatever its age', () => {
    expect(names(ages(['a', {}], ['b', { state: 'FAILED' }], ['c', { state: 'FAILED' }]), { limits: { count: 1, maxAge: 1 } })).toEqual([
      'b',
      'c',
    ])
    expect(names(ages(['a', { state: 'FAILED' }], ['b', { state: 'FAILED' }]), { limits: { count: 1, maxAge: 1 } })).toEqual(['a'])
    expect(names(ages(['a', {}]), { limits: { count: 1, maxAge: 1 } })).toEqual([])
  })
  test('of the same age the one whose name comes first goes first', () => {
    expect(names([aSnapshot('c'), aSnapshot('a'), aSnapshot('b')])).toEqual(['a'])
    expect(names([aSnapshot('c'), aSnapshot('a'), aSnapshot('b')], { limits: { count: 1, maxAge: null } })).toEqual(['a', 'b'])
  })
  test('B79 the newest completed one stays also where newer ones failed', () => {
    expect(names(ages(['a', {}], ['b', {}], ['c', { state: 'ABANDONED' }]), { limits: { count: 1, maxAge: null } })).toEqual(['a', 'c'])
  })
  test('B78 a snapshot that is under way is not deleted, and takes no place', () => {
    expect(names(ages(['a', { state: 'IN_PROGRESS' }], ['b', {}], ['c', { state: 'TRIGGER_PENDING' }], ['d', {}]))).toEqual([])
  })
  test('D-32 P04 one that a restore may need is not deleted', () => {
    expect(names(ages(['a', {}], ['b', {}], ['c', {}], ['d', {}]), { referenced: ['s3://a'] })).toEqual(['b', 'c'])
  })
})

test('P04 every savepoint that the job may be started from is referenced', () => {
  const status = {
    ...initialFlinkDeploymentStatus,
    jobStatus: {
      ...initialFlinkDeploymentStatus.jobStatus,
      upgradeSavepointPath: 'up',
      savepointInfo: { ...initialFlinkDeploymentStatus.jobStatus.savepointInfo, lastSavepoint: entry('last') },
    },
    operatorRecord: { ...initialOperatorRecord, deployedSource: { _tag: 'Path', path: 'from', reason: '' } as const },
  }
  expect(referencedSavepoints(status, [null])).toEqual(['up', 'last', 'from'])
  const operation = { kind: 'Deploy', source: { _tag: 'Path', path: 'under way', reason: '' } }
  const jobs = [null, { initialSavepointPath: null }, { initialSavepointPath: 'initial' }]
  expect(referencedSavepoints({ ...status, operation: operation as never }, jobs)).toEqual([
    'up',
    'last',
    'initial',
    'under way',
    'from',
  ])
  expect(referencedSavepoints({ ...status, operation: { ...operation, kind: 'Suspend', redeploy: null } as never }, [])).toEqual([
    'up',
    'last',
    'from',
  ])
  // the edit that asked for it may have been taken back meanwhile: the redeploy is carried out all the same
  expect(
    referencedSavepoints(
      { ...status, operation: { ...operation, kind: 'Suspend', redeploy: { nonce: 1, path: 'asked for' } } as never },
      [],
    ),
  ).toEqual(['up', 'last', 'asked for', 'from'])
  expect(
    referencedSavepoints({
      ...initialFlinkDeploymentStatus,
      operatorRecord: { ...initialOperatorRecord, deployedSource: { _tag: 'Empty', reason: '' } as never },
    }, []),
  ).toEqual([])
})
