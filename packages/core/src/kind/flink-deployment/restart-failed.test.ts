import { describe, expect, test } from 'vitest'
import { goneCluster } from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange } from '../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { seenRound } from '../../../fixtures/seen-round.ts'
import type { Round } from './application/application-round.ts'
import { known } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import { restartAnswer } from '../../job/upgrade/restart-failed.ts'
import { ownCluster } from './own-cluster.ts'

const failed = (change: StatusChange = {}) =>
  runningStatus({
    jobManagerDeploymentStatus: 'MISSING',
    ...change,
    job: { state: 'FAILED', upgradeSavepointPath: 's3://b/cp/9', ...change.job },
    record: { terminalSince: t0 - 60_000, left: true, ...change.record },
  })

describe('how a job that failed would be started again (control-flow.md, section 4.10/1)', () => {
  const answer = (
    round: Round,
  ) => (round.desired.deployed._tag === 'Deployed' ? restartAnswer(ownCluster, round, round.desired.deployed)
    : expect.fail('it is not deployed'))
  const [withHa, without] = [goneCluster(), goneCluster(t0, { configMaps: known([], t0) })]
  const fallBack = (enabled: boolean): SpecChange => ({
    configuration: { 'kubernetes.operator.job.upgrade.last-state-fallback.enabled': String(enabled) },
  })
  test.each<readonly [string, SpecChange, FlinkDeploymentFacts, object]>([
    ['stateless by wish: from nothing', { job: { upgradeMode: 'stateless' } }, withHa, {
      suspend: 'NOOP',
      restoreMode: 'stateless',
      row: 'upgrade-mode/stateless',
    }],
    ['last-state: by HA metadata', { job: { upgradeMode: 'last-state' } }, withHa, {
      suspend: 'LAST_STATE',
      restoreMode: 'last-state',
      row: 'stop-without-job/ha-metadata',
    }],
    ['savepoint: by whatever keeps its state', {}, withHa, {
      suspend: 'LAST_STATE',
      restoreMode: 'last-state',
      row: 'stop-without-job/ha-metadata',
    }],
    ['savepoint, also where an upgrade may not fall back', fallBack(false), withHa, {
      suspend: 'LAST_STATE',
      restoreMode: 'last-state',
      row: 'stop-without-job/ha-metadata',
    }],
    ['its definite last state, where HA metadata is gone', {}, without, {
      suspend: 'NOOP',
      restoreMode: 'savepoint',
      row: 'upgrade-mode/ended-state-known',
    }],
  ])('%s', (_title, spec, facts, want) => {
    expect(answer(seenRound({ spec, status: failed({ recorded: { spec } }), facts }))).toMatchObject({ _tag: 'Available', ...want })
  })

  test('P01 where nothing is wanted that could be deployed its state is kept', () => {
    const round = seenRound({ status: failed(), facts: withHa })
    expect(answer({ ...round, desired: { ...round.desired, wanted: null } })).toMatchObject({
      _tag: 'Available',
      restoreMode: 'last-state',
    })
  })
})
