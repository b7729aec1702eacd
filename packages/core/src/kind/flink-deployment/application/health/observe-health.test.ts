import { describe, expect, test } from 'vitest'
import {
  aDeployment,
  aJob,
  aPod,
  clusterStart,
  goneByTheWatch,
  goneCluster,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { type SpecChange, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, queriesOf, written } from '../../../../../fixtures/round.ts'
import { known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import { firstHealth, readClusterHealth, withClusterHealth } from './cluster-health.ts'

const minute = 60_000
const checked = (more: SpecChange = {}): SpecChange => ({
  ...more,
  configuration: { 'kubernetes.operator.cluster.health-check.enabled': 'true', ...more.configuration },
})
const before = withClusterHealth(
  { 'flink-version': '1.20.1', 'flink-revision': 'abc' },
  firstHealth({ time: t0 - minute, restarts: 0, completedCheckpoints: 5 }),
)
const given = (spec: SpecChange = checked(), status: StatusChange = {}): Given => ({
  spec,
  status: runningStatus({ recorded: { spec }, clusterInfo: before, ...status }),
})
const world = (restarts: number | null, completedCheckpoints: number | null = 6, change: FlinkDeploymentFacts = {}) =>
  runningCluster(t0, { metrics: known({ restarts, completedCheckpoints }, t0), ...change })
const isRestart = (it: Given, facts: FlinkDeploymentFacts): boolean =>
  written(lookedAndDecided(it, facts))?.operation?.purpose === 'RestartUnhealthy'

describe('restart of an unhealthy job (control-flow.md, section 4.10/3)', () => {
  test('is a deploy from HA metadata with the same job id; the record goes, and people are told why', () => {
    const actions = lookedAndDecided(given(), world(65))
    expect(written(actions)).toMatchObject({
      operation: { kind: 'Deploy', purpose: 'RestartUnhealthy', jobId: 'a'.repeat(32), source: { _tag: 'LastState' } },
      clusterInfo: { 'flink-version': '1.20.1' },
    })
    expect(written(actions)?.clusterInfo).not.toHaveProperty('ClusterHealthInfo')
    expect(written(actions)?.reconciliationStatus.lastReconciledSpec).toBe(given().status?.reconciliationStatus.lastReconciledSpec)
    expect(eventsOf(actions)).toMatchObject([{
      type: 'Warning',
      reason: 'RestartUnhealthyJob',
      component: 'Job',
      message: 'Restart count hit threshold: 64',
    }])
    expect(effectsOf(actions)).toEqual([])
  })
  test('a stateless job starts empty, without high availability too', () => {
    const stateless = checked({ job: { upgradeMode: 'stateless' }, noHa: true })
    expect(written(lookedAndDecided(given(stateless, { recorded: { spec: stateless, used: 'stateless' } }), world(65)))).toMatchObject({
      operation: { purpose: 'RestartUnhealthy', source: { _tag: 'Empty' } },
    })
  })
  test('without checkpoints in the window', () => {
    const stuck = withClusterHealth({ 'flink-version': '1' }, firstHealth({ time: t0 - 21 * minute, restarts: 0, completedCheckpoints: 6 }))
    expect(isRestart(given(checked(), { clusterInfo: stuck }), world(0))).toBe(true)
  })

  const stuckFor = (millis: number) => ({
    clusterInfo: withClusterHealth({ 'flink-version': '1' }, firstHealth({ time: t0 - millis, restarts: 0, completedCheckpoints: 6 })),
  })
  test.each<readonly [string, Given, FlinkDeploymentFacts]>([
    ['the check is off', given({}), world(65)],
    [
      'B52 P13 the job has ended',
      given(checked(), { job: { state: 'FINISHED' }, record: { left: true, terminalSince: t0 } }),
      world(65, 6, { jobs: known([aJob('FINISHED')], t0) }),
    ],
    ['P14 metrics could not be read', given(), world(65, 6, { metrics: unknown('Timeout', 'late', t0) })],
    ['P14 Flink does not tell restarts', given(), world(null)],
    [
      'P14 B61 the interval is not known',
      given(checked({ configuration: { 'execution.checkpointing.interval': null } }), stuckFor(600 * minute)),
      world(0),
    ],
    [
      'B61 the configured window is shorter than a checkpoint may take',
      given(
        checked({ configuration: { 'kubernetes.operator.cluster.health-check.checkpoint-progress.window': '1 min' } }),
        stuckFor(19 * minute),
      ),
      world(0),
    ],
    [
      'progress is not checked',
      given(
        checked({ configuration: { 'kubernetes.operator.cluster.health-check.checkpoint-progress.enabled': 'false' } }),
        stuckFor(600 * minute),
      ),
      world(0),
    ],
    ['its state would be lost', given(checked({ noHa: true })), world(65)],
    ['P14 HA metadata could not be read', given(), world(65, 6, { configMaps: unknown('Timeout', 'late', t0) })],
    ['the job was started anew: its counts are of another life', given(checked(), { job: { startTime: String(clusterStart) } }), world(65)],
    [
      'an operation is under way',
      given(checked(), { operation: aSuspend() }),
      world(65, 6, { stopOperation: known({ _tag: 'InProgress' }, t0) }),
    ],
  ])('none where %s', (_title, it, facts) => {
    expect(isRestart(it, facts)).toBe(false)
  })

  test('a record of the past alone restarts nothing', () => {
    const sick = withClusterHealth({ 'flink-version': '1' }, {
      ...firstHealth({ time: t0 - minute, restarts: 0, completedCheckpoints: 6 }),
      healthResult: { healthy: false, error: 'x' },
    })
    expect(isRestart(given(checked(), { clusterInfo: sick }), world(0, 6, { metrics: unknown('Timeout', 'late', t0) }))).toBe(false)
  })
})

describe('P06 an edit while an unhealthy job is restarted', () => {
  const status = runningStatus({
    operation: aDeploy({ step: 'TearDown', purpose: 'RestartUnhealthy', source: { _tag: 'LastState', restorePath: null, reason: 'HA' } }),
  })
  const edited = (facts: FlinkDeploymentFacts): Given => ({ status, spec: { job: { parallelism: 3 } }, facts })
  const purposeAfter = (facts: FlinkDeploymentFacts, world: FlinkDeploymentFacts = facts) =>
    written(lookedAndDecided(edited(facts), { ...runningCluster(t0), ...world }))

  test('nothing of its cluster was touched: the edit comes first', () => {
    expect(purposeAfter(runningCluster())).toMatchObject({ operation: null })
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['its Deployment has no replicas any more', runningCluster(t0, { deployment: known(aDeployment({ wantedReplicas: 0 }), t0) })],
    ['its Deployment is being deleted', runningCluster(t0, { deployment: known(aDeployment({ deleting: true }), t0) })],
    ['its Deployment is gone', goneCluster(t0, { jobManagerPods: known([aPod({ deleting: true })], t0) })],
    ["P14 its Deployment can't be seen", runningCluster(t0, { deployment: unknown('Timeout', 'late', t0) })],
  ])('%s: there is no way back, and the restart is finished', (_title, facts) => {
    expect((purposeAfter(facts) ?? status).operation).toMatchObject({ kind: 'Deploy', purpose: 'RestartUnhealthy' })
  })

  test('a cache that is behind does not say how far it is: it is looked at', () => {
    expect(queriesOf(decided(edited({ ...goneByTheWatch(), deployment: known(aDeployment(), t0, 'cache') })))).toEqual(['ReadDeployment'])
  })
})

describe('the record of health (control-flow.md, section 3.9)', () => {
  test('one request more, only with the check on', () => {
    expect(queriesOf(decided({ ...given(), facts: runningCluster() }))).toEqual(['GetJobMetrics'])
    expect(queriesOf(decided({ ...given({}), facts: runningCluster() }))).toEqual([])
  })
  test('is written when something went on', () => {
    const status = written(lookedAndDecided(given(), world(1)))
    expect(readClusterHealth(status?.clusterInfo ?? {})).toMatchObject({
      timeStamp: t0,
      numCompletedCheckpoints: 6,
      numRestarts: 0,
      healthResult: { healthy: true },
    })
  })
})
