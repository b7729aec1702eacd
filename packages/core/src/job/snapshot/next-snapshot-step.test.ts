import { describe, expect, test } from 'vitest'
import { runningCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { type Given, roundOf } from '../../../fixtures/round.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { known } from '../../contract/fact/fact.ts'
import { pollMillis } from '../../contract/round/decision.ts'
import { nextSnapshotLook } from './next-snapshot-step.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const second = 1_000
const minute = 60 * second
const every = (savepoint: string, checkpoint: string): SpecChange => ({
  configuration: {
    'kubernetes.operator.periodic.savepoint.interval': savepoint,
    'kubernetes.operator.periodic.checkpoint.interval': checkpoint,
  },
})
const given = (spec: SpecChange, status: StatusChange = {}, more: Given = {}): Given => ({
  spec,
  facts: runningCluster(t0, {
    savepointOperation: known({ _tag: 'InProgress' }, t0),
    checkpointOperation: known({ _tag: 'InProgress' }, t0),
  }),
  status: runningStatus({ recorded: { spec }, ...status }),
  ...more,
})
/** The last periodic ones were asked for so long ago. */
const last = (savepoint: number, checkpoint: number): StatusChange => ({
  record: { lastPeriodicSavepointTrigger: t0 - savepoint, lastPeriodicCheckpointTrigger: t0 - checkpoint },
})
const pending = { triggerId: 'f'.repeat(32), triggerTimestamp: t0 - second, triggerType: 'MANUAL' } as const
const asked: StatusChange = {
  job: { savepointInfo: { ...savepointInfo, ...pending }, checkpointInfo: { ...checkpointInfo, ...pending, triggerId: 'c'.repeat(32) } },
}

describe('when snapshots want the next look (control-flow.md, sections 6.2 and 6.3)', () => {
  const both = every('10 min', '10 min')
  test.each<readonly [string, Given, ReturnType<typeof nextSnapshotLook>]>([
    ['none is asked for and none is periodic: not at all', given({}), null],
    ['L13 one is pending: soon, whatever else becomes due', given(both, { ...last(0, minute), ...asked }), {
      after: pollMillis,
      waitingFor: `savepoint ${'f'.repeat(32)}`,
    }],
    ['L13 the checkpoint is pending', given({}, { job: { checkpointInfo: { ...checkpointInfo, ...pending } } }), {
      after: pollMillis,
      waitingFor: `checkpoint ${'f'.repeat(32)}`,
    }],
    ['the checkpoint becomes due first', given(both, last(0, 9 * minute)), {
      after: minute + 1,
      waitingFor: 'the time of the next checkpoint',
    }],
    ['the savepoint becomes due first', given(both, last(8 * minute, 0)), {
      after: 2 * minute + 1,
      waitingFor: 'the time of the next savepoint',
    }],
    ['only checkpoints are periodic', given(every('', '10 min'), last(0, minute)), {
      after: 9 * minute + 1,
      waitingFor: 'the time of the next checkpoint',
    }],
    ['due now: the next round takes it', given(both, last(11 * minute, 0)), {
      after: pollMillis,
      waitingFor: 'the time of the next savepoint',
    }],
    ['due now: sooner than the other kind', given(both, last(0, 11 * minute)), {
      after: pollMillis,
      waitingFor: 'the time of the next checkpoint',
    }],
    ['due only once its moment has passed', given(both, last(10 * minute, 0)), {
      after: pollMillis,
      waitingFor: 'the time of the next savepoint',
    }],
  ])('%s', (_title, it, want) => {
    expect(nextSnapshotLook(roundOf(it))).toEqual(want)
  })

  test('6.5 the job does not run: nothing of it is awaited', () => {
    const round = roundOf(given(both, asked))
    const status = { ...round.observed.status, jobStatus: { ...round.observed.status.jobStatus, state: 'RECONCILING' as const } }
    expect(nextSnapshotLook({ ...round, observed: { ...round.observed, status } })).toBeNull()
  })

  test('B41 what was deployed is not known: nothing of it is awaited', () => {
    const round = roundOf(given(both, asked))
    expect(nextSnapshotLook({ ...round, desired: { ...round.desired, deployed: { _tag: 'Never' } } })).toBeNull()
  })
})
