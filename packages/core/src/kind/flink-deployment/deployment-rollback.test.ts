import { describe, expect, test } from 'vitest'
import {
  aContainer,
  aJob,
  aPod,
  aStartingPod,
  goneCluster,
  neverAvailable,
  notAvailable,
  runningCluster,
  waiting,
} from '../../../fixtures/cluster-facts.ts'
import { runningStatus, type StatusChange, neverSeenUp } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, roundOf, situationOf, written } from '../../../fixtures/round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import { rollbackMode } from '../../job/upgrade/rollback-obstacles.ts'
import { withMode } from '../../job/upgrade/upgrade-inputs.ts'
import { rollbackAnswer } from '../../job/upgrade/rollback-job.ts'
import { ownCluster } from './own-cluster.ts'

const option = { 'kubernetes.operator.deployment.rollback.enabled': 'true' }
const on = { configuration: option }
const bad = { ...on, rest: { image: 'bad' } }
const good = { ...on, rest: { image: 'good' } }
const noRest = unknown<never>('Unreachable', 'no', t0)
const late = t0 - 300_001
const coming = (change: StatusChange = {}): Given => ({
  spec: bad,
  status: runningStatus({
    jobManagerDeploymentStatus: 'DEPLOYING',
    ...change,
    recorded: { spec: bad, used: 'last-state', ...change.recorded },
    stable: change.stable === undefined ? { spec: good } : change.stable,
    job: { state: 'RECONCILING', ...change.job },
    reconciliation: { reconciliationTimestamp: late, ...change.reconciliation },
  }),
  facts: runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: noRest }),
})
const answerOf = (given: Given) => {
  const round = roundOf(given)
  return round.desired.deployed._tag === 'Deployed'
    ? rollbackAnswer(ownCluster, round, { deployed: round.desired.deployed, stable: round.desired.stable })
    : expect.fail('deployed')
}

describe('is a rollback needed? (control-flow.md, section 4.9)', () => {
  test('it is: the job is stopped by its HA metadata', () => {
    expect(answerOf(coming())).toMatchObject({ _tag: 'Due', row: 'rollback', answer: { _tag: 'Available', suspend: 'LAST_STATE' } })
    expect(situationOf(coming())._tag).toBe('RollbackDue')
  })

  test.each<readonly [string, string, Given]>([
    ['rollback/spec-changed', 'the user changed the spec meanwhile', { ...coming(), spec: { ...bad, job: { parallelism: 9 } } }],
    ['rollback/spec-changed', 'the user changed the spec meanwhile', { ...coming(), spec: { ...bad, job: { parallelism: -1 } } }],
    ['rollback/disabled', 'rollback is disabled', {
      ...coming(),
      spec: { ...bad, configuration: { 'kubernetes.operator.deployment.rollback.enabled': 'false' } },
    }],
    [
      'rollback/not-deployed',
      'the spec was rolled back already, or an upgrade is in progress',
      coming({ reconciliation: { state: 'ROLLED_BACK', reconciliationTimestamp: late } }),
    ],
    ['rollback/stable', 'the spec is stable', coming({ stable: { spec: bad, used: 'last-state' } })],
    ['rollback/no-stable-spec', 'there is no stable spec', coming({ stable: null })],
    ['rollback/stable-spec-suspended', 'the last stable spec is suspended', coming({ stable: { spec: good, state: 'suspended' } })],
    ['rollback/other-flink-version', 'the Flink version differs', coming({ stable: { spec: { ...on, rest: { flinkVersion: 'v1_19' } } } })],
    ['rollback/time-left', 'the spec still has time to become stable', coming({ reconciliation: { reconciliationTimestamp: late + 1 } })],
  ])('%s no: %s (B15, B38)', (row, reason, given) => {
    expect(answerOf(given)).toEqual({ _tag: 'No', row, reason })
    expect(situationOf(given)._tag).not.toBe('RollbackDue')
  })

  const stateless = { ...bad, job: { upgradeMode: 'stateless' } }
  const asStateless = (change: StatusChange = {}): Given => ({
    ...coming({ ...change, recorded: { spec: stateless, used: 'stateless' } }),
    spec: stateless,
  })
  const upAndStarting = runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: noRest, jobManagerPods: known([aPod()], t0) })
  test.each<readonly [string, Given]>([
    [
      'the job finished or was cancelled, so it must not run again',
      coming({ job: { state: 'FINISHED' }, record: { terminalSince: t0 - 60_000 } }),
    ],
    ['the JobManager does not list the job, which may have finished: with high availability it must not run again', {
      ...asStateless({ jobManagerDeploymentStatus: 'READY', record: { jobMissedSince: t0 - 1 } }),
      facts: runningCluster(t0, { jobs: known([], t0) }),
    }],
    [
      'the JobManager is about to come up: a stateless job does not count as one that never ran, because it may start and finish meanwhile',
      { ...asStateless(), facts: upAndStarting },
    ],
    ['the JobManager is up but Flink is unreachable: whether the job has ended is unknown', {
      ...coming({ jobManagerDeploymentStatus: 'READY' }),
      facts: runningCluster(t0, { jobs: noRest }),
    }],
  ])('F05 P13 no: %s', (reason, given) => {
    expect(answerOf(given)).toMatchObject({ _tag: 'No', reason })
  })

  test.each<readonly [string, Given]>([
    ['it keeps its state: its HA metadata tells whether it ended', {
      ...coming({ jobManagerDeploymentStatus: 'READY', record: { jobMissedSince: t0 - 1 } }),
      facts: runningCluster(t0, { jobs: known([], t0) }),
    }],
    ['a stateful job whose JobManager does not come up', { ...coming(), facts: upAndStarting }],
    ['its JobManager fails again and again', {
      ...asStateless({ jobManagerDeploymentStatus: 'ERROR' }),
      facts: {
        ...upAndStarting,
        jobManagerPods: known([aPod({ containers: [aContainer({ state: waiting('CrashLoopBackOff'), restartCount: 3 })] })], t0),
      },
    }],
    ['Flink itself says that it is not ready', { ...coming(), facts: { ...upAndStarting, jobs: unknown('NotReady', 'no', t0) } }],
  ])('F05 it is: %s', (_title, given) => {
    expect(answerOf(given)._tag).toBe('Due')
  })

  test('P13 a stateless job whose JobManager never started: its Deployment goes only as it was seen', () => {
    expect(
      answerOf({
        ...asStateless(neverSeenUp),
        facts: runningCluster(t0, { deployment: known(neverAvailable(), t0), jobs: noRest, jobManagerPods: known([aStartingPod()], t0) }),
      }),
    )
      .toMatchObject({ _tag: 'Due', answer: { suspend: 'NOOP', neverStarted: true } })
  })

  const running = (ran: number, recorded = late): Given => {
    const configuration = { ...option, 'kubernetes.operator.deployment.stability.window': '10 min' }
    const given = coming({
      jobManagerDeploymentStatus: 'READY',
      recorded: { spec: { ...bad, configuration }, used: 'last-state' },
      job: { state: 'RUNNING' },
      record: { runningSince: t0 - ran },
      reconciliation: { reconciliationTimestamp: recorded },
    })
    return { ...given, spec: { ...bad, configuration }, facts: runningCluster(t0) }
  }
  test('D-17 B37 a job that runs is not rolled back before its stability window is over, and stable after it', () => {
    expect(answerOf(running(599_999))).toMatchObject({ _tag: 'No', row: 'rollback/becoming-stable' })
    expect(decided(running(590_000)).find(({ _tag }) => _tag === 'Requeue')).toMatchObject({ after: 10_000 })
    expect(answerOf(running(600_000))).toMatchObject({ _tag: 'No', row: 'rollback/stable', reason: 'the spec is stable' })
  })
  test('D-17 a job in a restart loop is never stable, and rolled back', () => {
    expect(answerOf({ ...running(1), facts: runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0) }) })).toMatchObject({ _tag: 'Due' })
  })

  test('the readiness time-out is an option', () => {
    const configuration = { ...option, 'kubernetes.operator.deployment.readiness.timeout': '10 min' }
    expect(answerOf({ ...coming(), spec: { ...bad, configuration } })).toMatchObject({ _tag: 'No', row: 'rollback/time-left' })
  })

  test('F04 its mode follows what is asked for: a job that is not stateless keeps its state, also after a first deployment, which is recorded as stateless', () => {
    const asking = (upgradeMode: string) =>
      rollbackMode(roundOf({ ...coming({ recorded: { spec: { ...bad, job: { upgradeMode } } } }), spec: { ...bad, job: { upgradeMode } } }))
    expect(['stateless', 'savepoint', 'last-state'].map(asking)).toEqual(['stateless', 'last-state', 'last-state'])
    expect(answerOf(coming({ recorded: { spec: bad, used: 'stateless' } }))).toMatchObject({ answer: { restoreMode: 'last-state' } })
    const target = roundOf(coming()).desired.stable!
    expect(withMode(target, 'stateless')).toMatchObject({
      job: { upgradeMode: 'stateless' },
      spec: { job: { upgradeMode: 'stateless' }, image: 'good' },
    })
  })

  test('L6 the job FAILED and Flink removed its HA data: back from the recorded state', () => {
    const given: Given = {
      ...coming({
        jobManagerDeploymentStatus: 'READY',
        job: { state: 'FAILED', upgradeSavepointPath: 's3://b/sp/1' },
        record: { terminalSince: t0 - 60_000, left: true, runningSince: null },
      }),
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0), configMaps: known([], t0) }),
    }
    expect(answerOf(given)).toMatchObject({ _tag: 'Due', answer: { suspend: 'NOOP', restoreMode: 'savepoint' } })
    const actions = decided(given)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'ROLLING_BACK' },
      jobStatus: { state: 'FAILED', upgradeSavepointPath: 's3://b/sp/1' },
    })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Rollback'])
  })

  test('P01 without a way to keep the state there is none, and nothing is recorded of it', () => {
    const given = {
      ...coming(),
      facts: runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: noRest, configMaps: known([], t0) }),
    }
    expect(situationOf(given)).toMatchObject({ _tag: 'Blocked' })
    expect((written(decided(given)) ?? given.status!).reconciliationStatus.state).toBe('DEPLOYED')
  })

  test('P14 HA metadata that could not be seen: wait', () => {
    expect(
      situationOf({
        ...coming(),
        facts: runningCluster(t0, { deployment: known(notAvailable(), t0), jobs: noRest, configMaps: unknown('Timeout', 'late', t0) }),
      }),
    ).toMatchObject({ _tag: 'Blocked' })
  })

  test('4.9/8 B36 the JobManager never started after a savepoint upgrade: back at once', () => {
    const given = {
      ...coming({
        recorded: { spec: bad, used: 'savepoint' },
        job: { ...neverSeenUp.job, upgradeSavepointPath: 's3://b/sp/1' },
        record: { ...neverSeenUp.record, deployedSource: { _tag: 'Path', path: 's3://b/sp/1', reason: '' } },
      }),
      facts: runningCluster(t0, {
        deployment: known(neverAvailable(), t0),
        jobManagerPods: known([aStartingPod()], t0),
        jobs: noRest,
        configMaps: known([], t0),
      }),
    }
    expect(answerOf(given)).toMatchObject({ _tag: 'Due', answer: { suspend: 'NOOP', neverStarted: true, restoreMode: 'savepoint' } })
  })
})

test('it begins with its event and its own purpose; the bad spec stays recorded (D-04, D-06)', () => {
  const actions = decided(coming())
  expect(written(actions)).toMatchObject({
    operation: { kind: 'Suspend', purpose: 'Rollback', mode: 'LAST_STATE' },
    reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: coming().status!.reconciliationStatus.lastReconciledSpec },
  })
  expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Rollback', 'Suspended'])
})

test('the whole way: stop, ROLLING_BACK, deploy of the stable spec, none of the bad one (D-04)', () => {
  const stopping = written(decided(coming()))!
  const stopped = written(decided({ ...coming(), status: stopping, facts: goneCluster() }))!
  expect(stopped).toMatchObject({ operation: null, reconciliationStatus: { state: 'ROLLING_BACK' } })
  const begun = written(decided({ ...coming(), status: stopped, facts: goneCluster() }))!
  expect(begun.operation).toMatchObject({ kind: 'Deploy', purpose: 'Rollback', source: { _tag: 'LastState' } })
  const create = decided({ ...coming(), status: begun, facts: goneCluster() }).find(it => it._tag === 'CreateObject')
  expect(JSON.stringify(create)).toContain('good')
  expect(JSON.stringify(create)).not.toContain('bad')
})
