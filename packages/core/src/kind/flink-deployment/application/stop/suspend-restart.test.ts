import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, aPod, goneCluster, haConfigMap, jobId, runningCluster } from '../../../../../fixtures/cluster-facts.ts'
import { aSuspend, runningStatus, type StatusChange } from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, eventsOf, requeueOf, written } from '../../../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../flink-deployment-action.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { SuspendOperation } from '../../../../contract/resource/operation.ts'
import { absenceMillis } from '../../../../job/observe/observe-job.ts'
import { checkpointCacheMillis } from '../../../../job/observe/observe-last-state.ts'

const noHa = { noHa: true } as const
const edit = { job: { parallelism: 3 } }
const restarted = known([aPod({ uid: 'another' })], t0)
const status = (operation: Partial<SuspendOperation>, change: StatusChange = {}) =>
  runningStatus({ operation: aSuspend(operation), ...change })
const act = (of: ReturnType<typeof status>, facts: FlinkDeploymentFacts, spec: object = edit): readonly FlinkDeploymentAction[] =>
  decided({ status: of, spec, metadata: { generation: 2 }, facts })
const reasonOf = (actions: readonly FlinkDeploymentAction[]): string =>
  actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.reason] : [])).join()

describe('SAVEPOINT, and the JobManager lists no job (design.md, section 3)', () => {
  const missing = (pods = restarted): FlinkDeploymentFacts =>
    runningCluster(t0, { jobs: known([], t0), stopOperation: absent(t0), jobManagerPods: pods })
  const since = (missed: number, change: StatusChange = {}): StatusChange => ({ ...change, record: { jobMissedSince: t0 - missed } })

  test.each([[absenceMillis - 1, false], [absenceMillis, true]])(
    'after a restart with HA, missed for %d ms: dropped %s',
    (missed, isDropped) => {
      const actions = act(status({}, since(missed)), missing())
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)?.operation === null).toBe(isDropped)
      if (isDropped) expect(reasonOf(actions)).toContain('restarted during savepoint')
      else expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the JobManager to list the job' })
    },
  )

  test('after a restart without HA: a person', () => {
    const actions = act(status({}, since(60_000, { recorded: { spec: noHa } })), missing(), { ...noHa, ...edit })
    expect(written(actions)?.operation).not.toBeNull()
    expect(errorMessageOf(written(actions)!)).toContain('restarted without high availability')
    expect(requeueOf(actions).waitingFor).toContain('the user')
  })

  test('P14 in the same life, or one that was not seen: wait', () => {
    for (const pods of [known([aPod()], t0), known([], t0)])
      expect(requeueOf(act(status({}, since(60_000)), missing(pods))).waitingFor).toBe('the JobManager to list the job')
  })

  test('a start time alone, as it was recorded, tells no other life of a JobManager that lists nothing', () => {
    const incarnation = { deploymentUid: null, podUid: null, restartCount: null, jobStartTime: 5 }
    expect(requeueOf(act(status({ incarnation }, since(60_000)), missing())).waitingFor).toBe('the JobManager to list the job')
  })

  test('E5 past its time the delay is told', () => {
    expect(errorMessageOf(written(act(status({ giveUpAt: t0 - 1 }, since(1)), missing()))!)).toContain('Timed out stopping')
  })
})

describe('CANCEL, and the JobManager restarted without HA: it runs the same job again from its old source', () => {
  const cancel = (change: StatusChange = {}) =>
    status({ mode: 'CANCEL' }, { reconciliation: { state: 'UPGRADING' }, ...change, job: { state: 'CANCELLING', ...change.job } })
  const again = runningCluster(t0, { jobs: known([aJob('RUNNING', { startTime: t0 - 1 })], t0) })
  const withoutHa = cancel({ recorded: { spec: noHa } })

  test('a person decides; no second cancel throws away what only the first run had', () => {
    const actions = act(withoutHa, again, { ...noHa, ...edit })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).not.toBeNull()
    expect(errorMessageOf(written(actions)!)).toContain('while the job was being cancelled')
  })

  test.each<readonly [string, object]>([['stateless', { ...noHa, job: { parallelism: 3, upgradeMode: 'stateless' } }], ['a redeploy', {
    ...noHa,
    job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://x' },
  }]])('the person has decided: %s', (_title, spec) => {
    const actions = act(withoutHa, again, spec)
    expect(written(actions)).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
    expect(reasonOf(actions)).toBe('the user decided what the job is restored from')
  })

  test.each<readonly [string, ReturnType<typeof status>, FlinkDeploymentFacts, object]>([
    ['the same run', withoutHa, runningCluster(t0, { jobs: known([aJob('RUNNING')], t0) }), { ...noHa, ...edit }],
    [
      'the run that was cancelled was not seen',
      status({ mode: 'CANCEL', incarnation: null }, { recorded: { spec: noHa }, job: { state: 'CANCELLING' } }),
      again,
      { ...noHa, ...edit },
    ],
  ])('%s: the cancel is sent again', (_title, of, facts, spec) => {
    expect(effectsOf(act(of, facts, spec))).toEqual(['CancelJob'])
  })
})

describe('what a suspend that came to nothing leaves', () => {
  const dropped = (change: StatusChange) =>
    written(
      act(status({}, change), goneCluster(t0, { jobs: unknown('Unreachable', 'no', t0), stopOperation: unknown('Unreachable', 'no', t0) })),
    )!

  test('the job is as deployed as it was: UPGRADING of a cancel becomes DEPLOYED', () => {
    expect(dropped({ reconciliation: { state: 'UPGRADING' } }).reconciliationStatus.state).toBe('DEPLOYED')
  })

  test('ROLLED_BACK stays so, and no time of a next attempt is set', () => {
    const after = dropped({ reconciliation: { state: 'ROLLED_BACK' }, record: { retryAt: 5 } })
    expect(after).toMatchObject({ operation: null, reconciliationStatus: { state: 'ROLLED_BACK' }, operatorRecord: { retryAt: null } })
  })

  test('the failure of a savepoint is an UpgradeFailureException with its event', () => {
    const actions = act(status({}), runningCluster(t0, { stopOperation: known({ _tag: 'Failed', causes: [], savepointPath: null }, t0) }))
    expect(written(actions)!.error).toContain('exception.UpgradeFailureException')
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('SavepointError')
  })
})

describe('what a finished suspend leaves', () => {
  const completed = runningCluster(t0, { stopOperation: known({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 9 }, t0) })

  test('after a savepoint the cluster stays up; the job reads FINISHED (5.7)', () => {
    expect(written(act(status({}), completed))).toMatchObject({ jobManagerDeploymentStatus: 'READY', jobStatus: { state: 'FINISHED' } })
  })

  test('B13 a job that is seen FAILED stays so (P13)', () => {
    const failed = { ...completed, jobs: known([aJob('FAILED')], t0), exceptions: known([], t0) }
    expect(written(act(status({}, { job: { state: 'FAILED' }, record: { terminalSince: 0, left: true, runningSince: null } }), failed)))
      .toMatchObject({ jobStatus: { state: 'FAILED', upgradeSavepointPath: 's3://b/sp/9' }, operatorRecord: { terminalSince: 0 } })
  })

  test('STATELESS: HA metadata that is going already is not deleted again', () => {
    const stateless = status({ mode: 'STATELESS', restoreMode: 'stateless', step: 'TearDown' })
    const facts = goneCluster(t0, { configMaps: known([{ ...haConfigMap(), deleting: true }], t0) })
    expect(effectsOf(act(stateless, facts, { job: { parallelism: 3, upgradeMode: 'stateless' } }))).toEqual([])
  })
})

describe('to the millisecond', () => {
  test('a job in no state to be stopped in is waited for until its time, included', () => {
    const restarting = runningCluster(t0, { jobs: known([aJob('RESTARTING')], t0), stopOperation: absent(t0) })
    expect(requeueOf(act(status({ giveUpAt: t0 }), restarting)).waitingFor).toContain('to be RUNNING')
  })

  test('a stateless cancel as well', () => {
    const cancelling = runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) })
    expect(
      requeueOf(act(status({ mode: 'STATELESS', giveUpAt: t0 }), cancelling, { job: { parallelism: 3, upgradeMode: 'stateless' } }))
        .waitingFor,
    ).toBe('the job to be cancelled')
  })

  test('the last checkpoint of a cancelled job is waited for as long as REST may show an old list, not longer', () => {
    const of = (ago: number) =>
      act(
        status({ mode: 'CANCEL' }, {
          reconciliation: { state: 'UPGRADING' },
          job: { state: 'CANCELED' },
          record: { terminalSince: t0 - ago, left: false, runningSince: null },
        }),
        runningCluster(t0, { jobs: known([aJob('CANCELED')], t0), checkpoints: unknown('Timeout', 'x', t0) }),
      )
    expect(requeueOf(of(checkpointCacheMillis - 1)).after).toBe(1)
    expect(written(of(checkpointCacheMillis))?.operation).toBeNull()
  })

  test('while REST answers nothing else is asked because an operation could not be read', () => {
    const facts = {
      deployment: known(aDeployment(), t0, 'cache'),
      jobs: known([aJob('RUNNING')], t0),
      stopOperation: unknown<never>('Timeout', 'late', t0),
    }
    expect(effectsOf(act(status({}), facts))).toEqual([])
    expect(jobId).toHaveLength(32)
  })
})
