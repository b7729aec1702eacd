import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { Round } from '../../kind/flink-deployment/application/application-round.ts'
import { resourceStep, snapshotResource } from './snapshot-resources.ts'

const deployedOf = ({ desired: { deployed } }: Round) => (deployed._tag === 'Deployed' ? deployed : expect.fail('not deployed'))
const stepOf = (it: Round) => {
  const step = resourceStep(it, deployedOf(it))
  return step === null || step === 'NotInstalled' ? expect.fail(`no step: ${String(step)}`) : step
}
const every = (kind: SnapshotKind, more: Readonly<Record<string, string>> = {}): SpecChange => ({
  configuration: { [`kubernetes.operator.periodic.${kind}.interval`]: '1 min', ...more },
})
/** A periodic snapshot of this kind has become due. */
const due = (kind: SnapshotKind, more: Given = {}): Given => {
  const spec = every(kind)
  return {
    spec,
    status: runningStatus({
      recorded: { spec },
      record: kind === 'savepoint' ? { lastPeriodicSavepointTrigger: t0 - 61_000 } : { lastPeriodicCheckpointTrigger: t0 - 61_000 },
    }),
    ...more,
  }
}
const listed = (...snapshots: readonly StateSnapshotView[]) => runningCluster(t0, { snapshots: known(snapshots, t0) })
const aSnapshot = (change: Partial<StateSnapshotView> = {}): StateSnapshotView => ({
  name: 'before',
  uid: 'uid-before',
  creationTimestamp: t0 - 61_000,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'PERIODIC',
  state: 'IN_PROGRESS',
  path: null,
  ...change,
})

describe('B78 a period whose predecessor is under way goes without (next-snapshot-step.ts, row snapshot-step/due)', () => {
  const goesWithout = 'SkipPeriod: the periodic savepoint before it is still in progress'
  const created = 'CreateResource: the time of the periodic snapshot has come'
  test.each<readonly [string, readonly StateSnapshotView[], string]>([
    ['the one before is under way', [aSnapshot()], goesWithout],
    ['the one before was not begun yet', [aSnapshot({ state: 'TRIGGER_PENDING' })], goesWithout],
    ['one of several is under way', [aSnapshot({ name: 'done', state: 'COMPLETED' }), aSnapshot()], goesWithout],
    ['the one before is complete', [aSnapshot({ state: 'COMPLETED' })], created],
    ['the one before has failed', [aSnapshot({ state: 'FAILED' })], created],
    ['the one before was abandoned', [aSnapshot({ state: 'ABANDONED' })], created],
    ['the one before is being deleted: nobody waits for it', [aSnapshot({ deleting: true })], created],
    ['what is under way is a checkpoint', [aSnapshot({ kind: 'checkpoint' })], created],
    ['what is under way was asked for by a person', [aSnapshot({ triggerType: 'MANUAL' })], created],
    ['there is none before it', [], created],
  ])('%s', (_title, snapshots, want) => {
    const step = stepOf(roundOf(due('savepoint', { facts: listed(...snapshots) })))
    expect(`${step._tag}: ${step.reason}`).toBe(want)
    expect(step.row).toBe('snapshot-step/due')
  })

  test('a checkpoint waits for a checkpoint, not for a savepoint', () => {
    expect(stepOf(roundOf(due('checkpoint', { facts: listed(aSnapshot({ kind: 'checkpoint' })) })))).toMatchObject({
      _tag: 'SkipPeriod',
      reason: 'the periodic checkpoint before it is still in progress',
    })
    expect(stepOf(roundOf(due('checkpoint', { facts: listed(aSnapshot()) })))).toMatchObject({ _tag: 'CreateResource' })
  })

  test('a person does not wait for a periodic one', () => {
    const spec = { ...every('savepoint'), job: { savepointTriggerNonce: 1 } }
    const it = roundOf({ ...due('savepoint'), spec, metadata: { generation: 2 }, facts: listed(aSnapshot()) })
    expect(stepOf(it)).toMatchObject({ _tag: 'CreateResource', due: { triggerType: 'MANUAL', nonce: 1 } })
  })

  test('what is asked first tells its row', () => {
    expect(stepOf(roundOf(due('savepoint', { facts: runningCluster() })))).toMatchObject({
      _tag: 'Look',
      row: 'snapshot-step/due',
      reason: 'which FlinkStateSnapshots does the job have?',
    })
  })
})

describe('which FlinkStateSnapshots are too many (control-flow.md, section 6.6)', () => {
  const old = (name: string, change: Partial<StateSnapshotView> = {}) =>
    aSnapshot({ name, uid: `uid-${name}`, state: 'COMPLETED', path: `s3://${name}`, ...change })
  const three = (
    kind: SnapshotKind,
  ) => [old('a', { kind, creationTimestamp: 1 }), old('b', { kind, creationTimestamp: 2 }), old('c', { kind, creationTimestamp: 3 })]
  const oneOf: Readonly<Record<string, string>> = {
    'kubernetes.operator.savepoint.history.max.count': '1',
    'kubernetes.operator.savepoint.history.max.age': '100000 d',
  }
  const counts = (savepoints: number, checkpoints: number): Readonly<Record<string, string>> => ({
    ...oneOf,
    'kubernetes.operator.savepoint.history.max.count': String(savepoints),
    'execution.checkpointing.num-retained': String(checkpoints),
  })
  const given = (
    configuration: Readonly<Record<string, string>>,
    snapshots: readonly StateSnapshotView[],
    job: object = {},
    status: StatusChange = {},
  ): Given => ({
    spec: { configuration, job: { savepointTriggerNonce: 1, ...job } },
    status: runningStatus({ recorded: { spec: { configuration } }, ...status }),
    facts: listed(...snapshots),
  })
  const deleted = (it: Given): readonly string[] => {
    const step = stepOf(roundOf(it))
    if (step._tag === 'DeleteResources')
      expect(step).toMatchObject({ row: 'snapshot-step/prune', reason: 'the job has more FlinkStateSnapshots than the limits allow' })
    return step._tag === 'DeleteResources' ? step.snapshots.map(({ name }) => name) : []
  }

  test.each<readonly [string, Given, readonly string[]]>([
    ['savepoints over the count of the history', given(counts(1, 9), three('savepoint')), ['a', 'b']],
    ['savepoints: what is retained of checkpoints does not count', given(counts(9, 1), three('savepoint')), []],
    [
      'savepoints that are too old, by the age of the history',
      given(
        { 'kubernetes.operator.savepoint.history.max.count': '9', 'kubernetes.operator.savepoint.history.max.age': '1 h' },
        three('savepoint'),
      ),
      ['a', 'b'],
    ],
    ['checkpoints over what Flink retains', given(counts(9, 1), three('checkpoint')), ['a', 'b']],
    ['checkpoints: the count of the history does not count', given(counts(1, 9), three('checkpoint')), []],
    [
      'checkpoints have no age',
      given({ 'kubernetes.operator.savepoint.history.max.age': '1 h', 'execution.checkpointing.num-retained': '9' }, three('checkpoint')),
      [],
    ],
    [
      'savepoint.cleanup.enabled is off: whatever there is stays',
      given({ ...counts(1, 1), 'kubernetes.operator.savepoint.cleanup.enabled': 'false' }, [
        ...three('savepoint'),
        ...three('checkpoint').map(it => ({ ...it, name: `${it.name}2` })),
      ]),
      [],
    ],
  ])('%s', (_title, it, want) => {
    expect(deleted(it)).toEqual(want)
  })

  const starting = { initialSavepointPath: 's3://a' }
  const withRollback = { ...oneOf, 'kubernetes.operator.deployment.rollback.enabled': 'true' }
  const runs = { configuration: withRollback }
  const started = { ...runs, job: starting }
  test.each<readonly [string, Given]>([
    ['of the wanted spec', given(withRollback, three('savepoint'), starting)],
    ['of the recorded spec', given(withRollback, three('savepoint'), {}, { recorded: { spec: started }, stable: { spec: runs } })],
    [
      'of the stable spec, though rollback is off',
      given(oneOf, three('savepoint'), {}, { stable: { spec: { configuration: oneOf, job: starting } } }),
    ],
    ['of the stable spec, which a rollback would put back', given(withRollback, three('savepoint'), {}, { stable: { spec: started } })],
  ])('P04 D-32 the resource of initialSavepointPath %s stays', (_title, it) => {
    expect(deleted(it)).toEqual(['b'])
  })

  test('there may be no stable spec', () => {
    const it = roundOf(given(oneOf, three('savepoint'), {}, { stable: null }))
    expect(it.desired.stable).toBeNull()
    expect(resourceStep(it, deployedOf(it))).toMatchObject({ _tag: 'DeleteResources', snapshots: [{ name: 'a' }, { name: 'b' }] })
  })
})

describe('labels of a FlinkStateSnapshot', () => {
  const labelsOf = (operator: Readonly<Record<string, string>>) => {
    const it = roundOf({ ...due('savepoint'), metadata: { labels: { team: 'a' } }, operator })
    return snapshotResource(it, deployedOf(it), { kind: 'savepoint', triggerType: 'MANUAL', nonce: 1, askedAt: t0, reason: '' }).labels
  }
  test('an operator that selects by labels has to see it: it has those of its job', () => {
    expect(labelsOf({ 'kubernetes.operator.label.selector': 'team=a' })).toEqual({ team: 'a', 'snapshot.trigger-type': 'MANUAL' })
  })
  test('otherwise the labels of the job stay with the job', () => {
    expect(labelsOf({})).toEqual({ 'snapshot.trigger-type': 'MANUAL' })
  })
})
