import { describe, expect, test } from 'vitest'
import { initialFlinkDeploymentStatus, initialOperatorRecord } from '../codec/index.ts'
import type { StateSnapshotView } from '../fact/state-snapshot-view.ts'
import type { SavepointRecord } from '../resource/flink-deployment-status.ts'
import { referencedSavepoints } from './referenced-savepoints.ts'
import { historyAfterDisposal, locationsToDispose, prunableSavepoints, type HistoryPruningInputs } from './savepoint-history-pruning.ts'
import { checkpointLimits, savepointLimits } from './snapshot-limits.ts'
import { prunableSnapshots, type ResourcePruningInputs } from './snapshot-resource-pruning.ts'

const now = 1000
const entry = (location: string, timeStamp = now): SavepointRecord => ({ timeStamp, location, triggerType: 'PERIODIC', formatType: 'CANONICAL', triggerNonce: null })
const aSnapshot = (name: string, over: Partial<StateSnapshotView> = {}): StateSnapshotView => ({
  name, uid: name, creationTimestamp: now, deleting: false, kind: 'savepoint', triggerType: 'PERIODIC', state: 'COMPLETED', path: `s3://${name}`, ...over,
})
const history = (...names: readonly string[]): readonly SavepointRecord[] => names.map((name, at) => entry(name, at))
const prune = (over: Partial<HistoryPruningInputs>) =>
  prunableSavepoints({ history: [], snapshots: [], limits: { count: 2, maxAge: null }, cleanupEnabled: true, referenced: [], now, ...over })
const disposed = (over: Partial<HistoryPruningInputs>): readonly string[] => locationsToDispose(prune(over))
const remaining = (over: Partial<HistoryPruningInputs>, fails: readonly string[] = []): readonly (string | null)[] =>
  historyAfterDisposal(over.history ?? [], prune(over), location => !fails.includes(location)).map(({ location }) => location)

describe('limits (control-flow.md, section 6.6)', () => {
  test('at least one is kept, and thresholds of the platform bound what a resource asks for', () => {
    expect(savepointLimits({ savepointHistoryMaxCount: 0, savepointHistoryMaxAge: 5 }, { savepointHistoryMaxCountThreshold: null, savepointHistoryMaxAgeThreshold: 3 }))
      .toEqual({ count: 1, maxAge: 3 })
    expect(checkpointLimits(-1)).toEqual({ count: 1, maxAge: null })
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
    expect(disposed({ history: history('a'), snapshots: [aSnapshot('s', { deleting: true })], limits: { count: 1, maxAge: 1 } })).toEqual([])
  })
  test('B03 P04 what a restore may need stays', () => {
    expect(disposed({ history: history('a', 'b', 'c', 'd'), referenced: ['a'] })).toEqual(['b'])
    expect(disposed({ history: history('a'), referenced: ['a'], snapshots: [aSnapshot('s')], limits: { count: 1, maxAge: 1 } })).toEqual([])
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
  test('without clean-up entries are forgotten and nothing is disposed of', () => {
    const given = { history: history('a', 'b', 'c'), cleanupEnabled: false }
    expect(disposed(given)).toEqual([])
    expect(remaining(given)).toEqual(['b', 'c'])
  })
})

describe('FlinkStateSnapshots', () => {
  const names = (snapshots: readonly StateSnapshotView[], over: Partial<ResourcePruningInputs> = {}): readonly string[] =>
    prunableSnapshots({ kind: 'savepoint', snapshots, limits: { count: 2, maxAge: null }, referenced: [], now, ...over }).map(({ name }) => name)
  const ages = (...all: readonly (readonly [string, Partial<StateSnapshotView>])[]) => all.map(([name, over], at) => aSnapshot(name, { creationTimestamp: at, ...over }))

  test('the oldest over the count go; those of the user, of another kind and on their way out do not count', () => {
    expect(names(ages(['a', {}], ['m', { triggerType: 'MANUAL' }], ['c', { kind: 'checkpoint' }], ['d', { deleting: true }], ['b', {}], ['e', { triggerType: 'UPGRADE' }]))).toEqual(['a'])
  })
  test('B79 the newest completed one stays, whatever its age', () => {
    expect(names(ages(['a', {}], ['b', { state: 'FAILED' }], ['c', { state: 'FAILED' }]), { limits: { count: 1, maxAge: 1 } })).toEqual(['b', 'c'])
    expect(names(ages(['a', { state: 'FAILED' }], ['b', { state: 'FAILED' }]), { limits: { count: 1, maxAge: 1 } })).toEqual(['a'])
    expect(names(ages(['a', {}]), { limits: { count: 1, maxAge: 1 } })).toEqual([])
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
    jobStatus: { ...initialFlinkDeploymentStatus.jobStatus, upgradeSavepointPath: 'up', savepointInfo: { ...initialFlinkDeploymentStatus.jobStatus.savepointInfo, lastSavepoint: entry('last') } },
    operatorRecord: { ...initialOperatorRecord, deployedSource: { _tag: 'Path', path: 'from', reason: '' } as const },
  }
  expect(referencedSavepoints(status, [null])).toEqual(['up', 'last', 'from'])
})
