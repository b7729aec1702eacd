import { describe, expect, test } from 'vitest'
import { jobId, runningCluster } from '../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { name, namespace, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { roundOf } from '../../../fixtures/round.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import type { Round } from '../../kind/flink-deployment/application/application-round.ts'
import { snapshotQueries } from './observe-snapshots.ts'

const { savepointInfo, checkpointInfo } = initialFlinkDeploymentStatus.jobStatus
const triggerId = 'f'.repeat(32)
const minute = 60_000
const endpoint = { namespace, service: `${name}-rest`, port: 8081, tls: false }
const pending = (...kinds: readonly SnapshotKind[]) => (ago: number): StatusChange => {
  const trigger = { triggerId, triggerTimestamp: t0 - ago, triggerType: 'MANUAL' } as const
  return {
    job: {
      savepointInfo: kinds.includes('savepoint') ? { ...savepointInfo, ...trigger } : savepointInfo,
      checkpointInfo: kinds.includes('checkpoint') ? { ...checkpointInfo, ...trigger } : checkpointInfo,
    },
  }
}
/** The status as it is recorded, whatever this look makes of it. */
const round = (status: StatusChange, facts: FlinkDeploymentFacts = {}): Round => {
  const it = roundOf({ status: runningStatus(status), facts: runningCluster(t0, facts) })
  return { ...it, observed: { ...it.observed, status: it.observed.recorded.status } }
}
const inProgress = known({ _tag: 'InProgress' } as const, t0)
const savepoint = pending('savepoint')
const checkpoint = pending('checkpoint')
const askSavepoint: Query = { _tag: 'GetSavepointOperation', endpoint, jobId, triggerId, for: 'savepointOperation' }
const askCheckpoint: Query = { _tag: 'GetCheckpointOperation', endpoint, jobId, triggerId }
const askCheckpoints: Query = { _tag: 'GetCheckpoints', endpoint, jobId }

describe('what is asked about pending snapshots (control-flow.md, sections 3.7 and 6.4; operation-outcome.ts)', () => {
  test.each<readonly [string, Round, readonly Query[]]>([
    ['none is pending', round({}), []],
    ['a savepoint', round(savepoint(0)), [askSavepoint]],
    ['a checkpoint', round(checkpoint(0)), [askCheckpoint]],
    ['one of each', round(pending('savepoint', 'checkpoint')(0)), [askSavepoint, askCheckpoint]],
    ['row 5: it was asked for in this round, and goes on', round(savepoint(0), { savepointOperation: inProgress }), []],
    ['row 6: it could not be seen in this round', round(checkpoint(0), { checkpointOperation: unknown('Timeout', 'late', t0) }), []],
    [
      'row 8: unknown soon after its trigger: it is sent again, and nothing more is asked',
      round(savepoint(0), { savepointOperation: absent(t0) }),
      [],
    ],
    [
      'row 9: a savepoint that is unknown later on: what the list of checkpoints shows',
      round(savepoint(10 * minute), { savepointOperation: absent(t0) }),
      [askCheckpoints],
    ],
    ['row 9: a checkpoint that is unknown later on', round(checkpoint(10 * minute), { checkpointOperation: absent(t0) }), [askCheckpoints]],
    ['section 4.4/1: an operation is under way: only its own outcome is asked for', round({ ...savepoint(0), operation: aSuspend() }), []],
  ])('%s', (_title, it, want) => {
    expect(snapshotQueries(it)).toEqual(want)
  })

  test('B41 what was deployed is not known: no JobManager is asked', () => {
    const it = round(savepoint(0))
    expect(snapshotQueries({ ...it, desired: { ...it.desired, deployed: { _tag: 'Never' } } })).toEqual([])
  })
})
