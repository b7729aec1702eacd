import { describe, expect, test } from 'vitest'
import { goneCluster } from '../../../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange, suspendedStatus } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { roundOf, situationOf } from '../../../../../fixtures/round.ts'
import type { LastState } from '../../../../contract/resource/last-state.ts'
import { stateBefore } from '../../../../job/record/last-state-of.ts'
import { finishStop } from '../../../../job/stop/finish-stop.ts'
import { ended, type SuspendedState } from '../../../../job/stop/stop-host.ts'
import { ownCluster } from '../../own-cluster.ts'

const path = 's3://b/init'
const asks: SpecChange = { job: { savepointRedeployNonce: 7, initialSavepointPath: path } }
const stateless = (change: object = {}): SpecChange => ({ job: { ...asks.job, upgradeMode: 'stateless', parallelism: 3, ...change } })
const byPerson: LastState = { _tag: 'Path', path, seen: 'Person' }
const stopped = (lastState: LastState, change: StatusChange = {}) =>
  suspendedStatus({
    reconciliation: { state: 'UPGRADING' },
    recorded: { spec: asks, used: 'savepoint' },
    job: { upgradeSavepointPath: path },
    ...change,
    record: { lastState },
  })

describe('a savepoint redeploy that was cut short is still asked for (F07, P06)', () => {
  test('its attempt comes to nothing: the path stays the one that a person named', () => {
    const source = { _tag: 'Path', path, reason: 'asked' } as const
    expect(stateBefore({ purpose: 'SavepointRedeploy', source, jobId: null })).toEqual(byPerson)
    expect(stateBefore({ purpose: 'Upgrade', source, jobId: null })).toMatchObject({ seen: 'Source' })
  })

  test.each<readonly [string, SpecChange, LastState, string]>([
    ['an edit to stateless, and the nonce still stands in the spec', stateless(), byPerson, 'savepoint-redeploy'],
    ['the nonce was taken back', stateless({ savepointRedeployNonce: null }), byPerson, 'restore/empty'],
    ['another path by now, of the same nonce', stateless({ initialSavepointPath: 's3://b/other' }), byPerson, 'restore/empty'],
    [
      'it was carried out before: a stateless start',
      stateless(),
      { _tag: 'None', reason: 'the job was stopped as stateless' },
      'restore/empty',
    ],
    ['the path is that of an upgrade', stateless(), { _tag: 'Path', path, seen: 'Stop' }, 'restore/empty'],
  ])('%s', (_title, spec, lastState, row) => {
    expect(
      situationOf({
        spec,
        metadata: { generation: 2 },
        status: stopped(lastState, lastState._tag === 'None' ? { recorded: { spec: asks, used: 'stateless' } } : {}),
        facts: goneCluster(),
      }).row,
    ).toBe(row)
  })

  const left = (change: StatusChange, state: SuspendedState, recorded: SpecChange = asks): LastState | undefined => {
    const operation = aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', step: 'TearDown' })
    const status = runningStatus({
      recorded: { spec: recorded },
      ...change,
      record: { deployedSource: { _tag: 'Path', path, reason: 'asked' }, ...change.record },
    })
    const done = finishStop(
      ownCluster,
      roundOf({ spec: stateless(), metadata: { generation: 2 }, status, facts: goneCluster() }),
      ended(operation, state),
    )
    return done._tag === 'Act' ? done.status.operatorRecord.lastState : undefined
  }
  const unseen = {
    job: { state: 'RECONCILING', updateTime: String(t0 - 60_000) },
    reconciliation: { reconciliationTimestamp: t0 - 60_000 },
  } as const
  const seen = { job: { updateTime: String(t0 - 59_999) }, reconciliation: { reconciliationTimestamp: t0 - 60_000 } } as const
  test.each<readonly [string, StatusChange, SuspendedState, SpecChange, string]>([
    ['its job was not seen yet', unseen, { _tag: 'None' }, asks, 'Path'],
    ['its JobManager never started', unseen, { _tag: 'NeverCameUp' }, asks, 'Path'],
    ['its job ran', seen, { _tag: 'None' }, asks, 'None'],
    ['what was deployed was no redeploy', unseen, { _tag: 'None' }, {}, 'None'],
    [
      'it was started from elsewhere',
      { ...unseen, record: { deployedSource: { _tag: 'Empty', reason: '' } } },
      { _tag: 'None' },
      asks,
      'None',
    ],
  ])('stopped as stateless: %s', (_title, change, state, recorded, want) => {
    expect(left(change, state, recorded)?._tag).toBe(want)
  })
})
