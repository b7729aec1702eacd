import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, type Fact, known, unknown } from '../../contract/fact/fact.ts'
import type { StateSnapshotView } from '../../contract/fact/custom-resource-views.ts'
import type { SavepointRecord } from '../../contract/resource/job-status.ts'
import type { Round } from '../../kind/flink-deployment/application/application-round.ts'
import { pruningStep } from './snapshot-pruning.ts'

const { savepointInfo } = initialFlinkDeploymentStatus.jobStatus
const entry = (location: string | null): SavepointRecord => ({
  timeStamp: t0 - 1_000,
  location,
  triggerType: 'PERIODIC',
  formatType: 'CANONICAL',
  triggerNonce: null,
})
/** Only where a rollback can come up is the stable spec configured, too. */
const configuration = { 'kubernetes.operator.savepoint.history.max.count': '1', 'kubernetes.operator.deployment.rollback.enabled': 'true' }
const spec: SpecChange = { configuration }
const stepOf = (
  history: readonly SavepointRecord[],
  snapshots: Fact<readonly StateSnapshotView[]> | null = absent(t0),
  status: StatusChange = {},
  more: Given = {},
  change: (round: Round) => Round = it => it,
) => {
  const round = change(roundOf({
    spec,
    facts: runningCluster(
      t0,
      snapshots === null ? {}
        : { snapshots, flinkDeployments: known([], t0), flinkSessionJobs: known([], t0), namingResources: known([], t0) },
    ),
    ...more,
    status: runningStatus({
      recorded: { spec },
      ...status,
      job: { savepointInfo: { ...savepointInfo, savepointHistory: history, lastSavepoint: history.at(-1) ?? null } },
    }),
  }))
  return round.desired.deployed._tag === 'Deployed' ? pruningStep(round, round.desired.deployed) : expect.fail('not deployed')
}
const goes = (
  step: ReturnType<typeof stepOf>,
): readonly (string | null)[] => (step?._tag === 'Prune' ? step.prunable.map(({ record }) => record.location) : [])
const owner = (path: string): StateSnapshotView => ({
  name: 'a',
  uid: 'a',
  creationTimestamp: 0,
  deleting: false,
  kind: 'savepoint',
  triggerType: 'MANUAL',
  state: 'FAILED',
  path,
})

describe('what of the history goes (control-flow.md, section 6.6; next-snapshot-step.ts, row snapshot-step/prune)', () => {
  test('the history holds too much: first it is seen who owns its paths (B03)', () => {
    expect(stepOf([entry('s3://1'), entry('s3://2')], null)).toEqual({
      _tag: 'Look',
      row: 'snapshot-step/prune',
      reason: 'does another resource need a savepoint of the history?',
      queries: [
        { _tag: 'ListStateSnapshots', namespace: 'ns', job: { kind: 'FlinkDeployment', name: 'app' } },
        { _tag: 'ListFlinkDeployments', namespace: 'ns' },
        { _tag: 'ListFlinkSessionJobs', namespace: 'ns', deploymentName: null },
        { _tag: 'ListNamingResources', namespace: 'ns', paths: ['s3://1', 's3://2'] },
      ],
    })
  })
  test('there is no such kind: nobody else owns a path, the oldest goes', () => {
    expect(stepOf([entry('s3://1'), entry('s3://2')])).toMatchObject({
      _tag: 'Prune',
      row: 'snapshot-step/prune',
      dispose: 's3://1',
      prunable: [{ record: { location: 's3://1' } }],
      reason: 'the history holds more savepoints than the limits allow',
    })
  })
  test('B03 the path of a FlinkStateSnapshot: its entry goes, its files stay', () => {
    expect(stepOf([entry('s3://1'), entry('s3://2')], known([owner('s3://1')], t0))).toMatchObject({
      _tag: 'Prune',
      dispose: null,
      prunable: [{ dispose: false }],
    })
  })
  test('P14 they could not be seen: nothing goes', () => {
    expect(stepOf([entry('s3://1'), entry('s3://2')], unknown('Timeout', 'late', t0))).toBeNull()
  })
  test('no more than may be there: not even looked', () => {
    expect(stepOf([entry('s3://1')], null)).toBeNull()
  })
  test('an entry without a path has no files: it goes, whatever failed before', () => {
    const round = stepOf([entry(null), entry('s3://2')], absent(t0), {}, { failures: 2 })
    expect(round).toMatchObject({ _tag: 'Prune', dispose: null, prunable: [{ record: { location: null } }] })
  })
})

describe('P04 D-32 the path that a start of any known spec may need stays', () => {
  const starting: SpecChange = { configuration, job: { initialSavepointPath: 's3://1' } }
  const history = [entry('s3://1'), entry('s3://2'), entry('s3://3')]
  test.each<readonly [string, StatusChange, Given]>([
    ['the wanted one alone', {}, { spec: starting, metadata: { generation: 2 } }],
    ['the recorded one alone', { recorded: { spec: starting }, stable: { spec } }, {}],
    ['the stable one alone', { stable: { spec: starting } }, {}],
  ])('%s', (_title, status, more) => {
    expect(goes(stepOf(history, absent(t0), status, more))).toEqual(['s3://2'])
  })
  const alone = (part: 'recorded' | 'configured' | 'wanted') => (it: Round): Round => {
    const { deployed } = it.desired
    if (deployed._tag !== 'Deployed') return it
    switch (part) {
      case 'recorded':
        return { ...it, desired: { ...it.desired, stable: null } }
      case 'configured':
        return { ...it, desired: { ...it.desired, deployed: { ...deployed, stable: null } } }
      case 'wanted':
        return { ...it, desired: { ...it.desired, wanted: null } }
    }
  }
  test.each<readonly [string, (round: Round) => Round]>([
    ["the record of the stable spec is enough, where it can't be configured", alone('recorded')],
    ['its configured form is enough', alone('configured')],
    ['also where nothing is wanted', alone('wanted')],
  ])('the stable one: %s', (_title, change) => {
    expect(goes(stepOf(history, absent(t0), { stable: { spec: starting } }, {}, change))).toEqual(['s3://2'])
  })
  test('no spec names a path: all but the last go', () => {
    expect(goes(stepOf(history, absent(t0), { stable: null }))).toEqual(['s3://1', 's3://2'])
  })
})
