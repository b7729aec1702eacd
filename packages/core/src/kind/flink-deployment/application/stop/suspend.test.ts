import { describe, expect, test } from 'vitest'
import {
  aCheckpoint,
  aContainer,
  aDeployment,
  attemptId,
  aJob,
  aPod,
  aStartingPod,
  checkpointStatistics,
  clusterConfigMap,
  clusterStart,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  jobId,
  neverAvailable,
  notAvailable,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import {
  aSuspend,
  operationId,
  recordOf,
  runningStatus,
  type StatusChange,
  neverSeenUp,
} from '../../../../../fixtures/deployment-status.ts'
import { finalizer, t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import {
  decided,
  effectsOf,
  errorMessageOf,
  eventsOf,
  type Given,
  lookedAndDecided,
  queriesOf,
  requeueOf,
  reread,
  statusAfter,
  written,
} from '../../../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../flink-deployment-action.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { AsynchronousOperation } from '../../../../contract/fact/flink-rest.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import type { JobState } from '../../../../contract/resource/job-status.ts'
import type { SuspendOperation } from '../../../../contract/resource/operation.ts'
import { mintId } from '../../../../contract/resource/mint-id.ts'
import { checkpointCacheMillis } from '../../../../job/observe/observe-last-state.ts'

const edited = (job: object = {}) => ({ job: { parallelism: 3, ...job } })
const suspendEdit = { job: { state: 'suspended' } }
const noRest = unknown<never>('Unreachable', 'connection refused', t0)
const retained = { configuration: { 'kubernetes.operator.job.upgrade.last-state.job-cancel.enabled': 'true' } }
const noHa = { noHa: true } as const
const uid = '00000000-0000-4000-8000-000000000001'

const find = <T extends FlinkDeploymentAction['_tag']>(
  actions: readonly FlinkDeploymentAction[],
  tag: T,
): Extract<FlinkDeploymentAction, { _tag: T }> =>
  (actions.find(({ _tag }) => _tag === tag) ?? expect.fail(`no ${tag} in ${actions.map(({ _tag }) => _tag).join(' ')}`)) as Extract<
    FlinkDeploymentAction,
    { _tag: T }
  >
const operationOf = (
  status: FlinkDeploymentStatus,
): SuspendOperation => (status.operation?.kind === 'Suspend' ? status.operation : expect.fail('no suspend is under way'))
const recorded = ({ reconciliationStatus }: FlinkDeploymentStatus) => {
  const text = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
  if (text._tag === 'Left') return expect.fail('no record')
  const { state, upgradeMode, parallelism } = text.right.spec.job!
  return { state, upgradeMode, parallelism, firstDeployment: text.right.firstDeployment }
}

describe('begin (control-flow.md, section 5.7): the operation is written down, then its one effect', () => {
  test('SAVEPOINT: P03 the trigger id is in the status that is written before', () => {
    const actions = decided({ status: runningStatus(), spec: edited(), metadata: { generation: 2 }, facts: runningCluster() })
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'EmitEvent', 'EmitEvent', 'StopWithSavepoint', 'Requeue'])
    const id = mintId('operation', uid, 4, t0)
    expect(find(actions, 'StopWithSavepoint')).toEqual({
      _tag: 'StopWithSavepoint',
      endpoint: { namespace: 'ns', service: 'app-rest', port: 8081, tls: false },
      jobId,
      triggerId: id,
      targetDirectory: 's3://b/sp',
      formatType: 'CANONICAL',
      drain: false,
    })
    const status = written(actions)!
    expect(status.operation).toEqual({
      kind: 'Suspend',
      id,
      attempt: 4,
      mintedAt: t0,
      targetGeneration: 2,
      purpose: 'Upgrade',
      jobId,
      giveUpAt: t0 + 600_000,
      mode: 'SAVEPOINT',
      restoreMode: 'savepoint',
      step: 'Requested',
      seenTerminalAt: null,
      redeploy: null,
      incarnation: { deploymentUid: 'uid-deployment', podUid: 'uid-pod', restartCount: 0, jobStartTime: clusterStart + 60_000 },
    })
    expect(status).toMatchObject({
      lifecycleState: 'UPGRADING',
      observedGeneration: 1,
      operatorRecord: { attempts: 4 },
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: recordOf() },
    })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['SpecChanged', 'Suspended'])
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: `savepoint ${id}` })
  })

  test('it is asked which JobManager it is, live', () => {
    const facts = { deployment: known(aDeployment(), t0, 'cache'), jobs: known([aJob('RUNNING')], t0) }
    expect(queriesOf(decided({ status: runningStatus(), spec: edited(), facts }))).toEqual([
      'ReadDeployment',
      'ListJobManagerPods',
      'ReadNames',
      'ListConfigMaps',
    ])
    expect(effectsOf(lookedAndDecided({ status: runningStatus(), spec: edited(), facts }, runningCluster()))).toEqual(['StopWithSavepoint'])
  })

  test("B18 the target folder is the newest spec's, format and drain are options of the operator", () => {
    const configuration = {
      'execution.checkpointing.savepoint-dir': 's3://new/sp',
      'kubernetes.operator.savepoint.format.type': 'NATIVE',
      'kubernetes.operator.job.drain-on-savepoint-deletion': 'true',
    }
    expect(find(decided({ status: runningStatus(), spec: { ...edited(), configuration }, facts: runningCluster() }), 'StopWithSavepoint'))
      .toMatchObject({ targetDirectory: 's3://new/sp', formatType: 'NATIVE', drain: true })
  })

  test('the time-out of checkpoints is the patience for a savepoint', () => {
    const spec = { configuration: { 'execution.checkpointing.timeout': '90 s' } }
    expect(
      operationOf(statusAfter({ status: runningStatus({ recorded: { spec } }), spec: { ...spec, ...edited() }, facts: runningCluster() }))
        .giveUpAt,
    ).toBe(t0 + 90_000)
  })

  test('CANCEL: P03 the reference operator, put back now, goes on with the cancel', () => {
    const actions = decided({
      status: runningStatus({ recorded: { spec: retained, used: 'last-state', firstDeployment: true } }),
      spec: { ...retained, ...edited({ upgradeMode: 'last-state' }) },
      facts: runningCluster(),
    })
    expect(effectsOf(actions)).toEqual(['CancelJob'])
    expect(find(actions, 'CancelJob')).toMatchObject({ jobId, endpoint: { service: 'app-rest' }, why: 'its last checkpoint is kept' })
    const status = written(actions)!
    expect(operationOf(status)).toMatchObject({ mode: 'CANCEL', restoreMode: 'savepoint', step: 'Requested', giveUpAt: t0 + 60_000 })
    expect(status).toMatchObject({ jobStatus: { state: 'CANCELLING' }, reconciliationStatus: { state: 'UPGRADING' } })
    expect(recorded(status)).toEqual({ state: 'running', upgradeMode: 'savepoint', parallelism: 2, firstDeployment: false })
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the job to be cancelled' })
  })

  describe('CANCEL: B23 only where Flink says that it keeps the checkpoints: code of the job may have set it otherwise', () => {
    const cancelling: Given = {
      status: runningStatus({ recorded: { spec: { ...retained, noHa: true }, used: 'last-state' } }),
      spec: { ...retained, noHa: true, ...edited({ upgradeMode: 'last-state' }) },
    }
    const { checkpointConfiguration: _, ...unasked } = runningCluster()

    test('it is asked together with what else the stop looks at', () => {
      expect(
        queriesOf(decided({ ...cancelling, facts: { ...unasked, names: undefined as never } })).filter(it =>
          it === 'GetCheckpointConfiguration' || it === 'ReadNames'
        ),
      ).toEqual(['GetCheckpointConfiguration', 'ReadNames'])
      expect(queriesOf(decided({ ...cancelling, facts: unasked }))).toEqual(['GetCheckpointConfiguration'])
    })

    test.each<readonly [string, NonNullable<FlinkDeploymentFacts['checkpointConfiguration']>, readonly string[], RegExp]>([
      ['it keeps them', known({ isDeletedOnCancel: false }, t0), ['CancelJob'], /^the job to be cancelled$/u],
      ['there are none', absent(t0), ['CancelJob'], /^the job to be cancelled$/u],
      ['it deletes them', known({ isDeletedOnCancel: true }, t0), [], /./u],
      [
        'P14 it did not say',
        unknown('Timeout', 'late', t0),
        [],
        /^Flink to say whether it keeps the checkpoints of a job that is cancelled: late$/u,
      ],
    ])('%s', (_title, checkpointConfiguration, effects, waitingFor) => {
      const actions = decided({ ...cancelling, facts: runningCluster(t0, { checkpointConfiguration }) })
      expect(effectsOf(actions)).toEqual(effects)
      expect(requeueOf(actions).waitingFor).toMatch(waitingFor)
      if (effects.length === 0) expect(written(actions)?.operation ?? null).toBeNull()
    })
  })

  test('STATELESS: the job is cancelled as far as it goes', () => {
    const actions = decided({ status: runningStatus(), spec: edited({ upgradeMode: 'stateless' }), facts: runningCluster() })
    expect(effectsOf(actions)).toEqual(['CancelJob'])
    expect(find(actions, 'CancelJob').why).toBe('its state is not kept')
    expect(operationOf(written(actions)!)).toMatchObject({
      mode: 'STATELESS',
      restoreMode: 'stateless',
      step: 'Requested',
      giveUpAt: t0 + 60_000,
    })
    expect(written(actions)!.jobStatus.state).toBe('RUNNING')
  })

  test.each<readonly [string, StatusChange, FlinkDeploymentFacts]>([
    ['B04 P14 REST does not answer', {}, { jobs: noRest }],
    ['B04 nobody knows what the job does', { jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }, {
      deployment: known(notAvailable(), t0),
      jobs: noRest,
    }],
  ])('STATELESS, %s: no cancel is sent, the cluster goes', (_title, change, facts) => {
    const actions = decided({ status: runningStatus(change), spec: edited({ upgradeMode: 'stateless' }), facts: runningCluster(t0, facts) })
    expect(effectsOf(actions)).toEqual([])
    expect(operationOf(written(actions)!)).toMatchObject({ mode: 'STATELESS', step: 'TearDown' })
    expect(requeueOf(actions).after).toBe(0)
  })

  test('LAST_STATE: nothing is asked of the job, the cluster goes and HA metadata stays', () => {
    const actions = decided({ status: runningStatus(), spec: edited({ upgradeMode: 'last-state' }), facts: runningCluster() })
    expect(effectsOf(actions)).toEqual([])
    expect(operationOf(written(actions)!)).toMatchObject({
      mode: 'LAST_STATE',
      restoreMode: 'last-state',
      step: 'TearDown',
      giveUpAt: t0 + 300_000,
    })
    expect(requeueOf(actions)).toMatchObject({ after: 0, waitingFor: 'the cluster to be gone' })
  })

  test('NOOP: nothing runs any more; recorded as suspended by the mode that its state can be restored with', () => {
    const failed = runningStatus({
      job: { state: 'FAILED', upgradeSavepointPath: 's3://cp/7' },
      record: { terminalSince: 5, left: true, runningSince: null },
    })
    const actions = decided({
      status: failed,
      spec: edited({ upgradeMode: 'last-state' }),
      metadata: { generation: 2 },
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }),
    })
    expect(effectsOf(actions)).toEqual([])
    const status = written(actions)!
    expect(status).toMatchObject({
      operation: null,
      observedGeneration: 2,
      jobStatus: { state: 'FAILED', upgradeSavepointPath: 's3://cp/7' },
      reconciliationStatus: { state: 'UPGRADING' },
      operatorRecord: { terminalSince: 5, lastState: { _tag: 'Path', path: 's3://cp/7' } },
    })
    expect(recorded(status)).toEqual({ state: 'suspended', upgradeMode: 'savepoint', parallelism: 3, firstDeployment: false })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['SpecChanged'])
  })

  test('D-28 P01 a JobManager that never started: its Deployment goes only as it was seen, for it may start at any moment', () => {
    const status = runningStatus({ ...neverSeenUp, recorded: { spec: noHa }, stable: null })
    const facts = runningCluster(t0, { deployment: known(neverAvailable(), t0), jobManagerPods: known([aStartingPod()], t0), jobs: noRest })
    const actions = decided({ status, spec: { ...noHa, ...edited() }, facts })
    expect(actions.find(it => it._tag === 'DeleteObject')).toMatchObject({
      target: { kind: 'Deployment' },
      resourceVersion: neverAvailable().resourceVersion,
    })
    expect(statusAfter({ status, spec: { ...noHa, ...edited() }, facts })).toMatchObject({
      operation: { kind: 'Suspend', mode: 'NOOP', step: 'TearDown' },
      reconciliationStatus: { state: 'DEPLOYED' },
    })
  })

  test.each([['running', 'Upgrade'], ['suspended', 'Suspend']] as const)('its purpose: the job is to be %s: %s', (state, purpose) => {
    expect(operationOf(statusAfter({ status: runningStatus(), spec: edited({ state }), facts: runningCluster() })).purpose).toBe(purpose)
  })

  test('an earlier wait for the next attempt is over', () => {
    expect(
      statusAfter({ status: runningStatus({ record: { retryAt: t0 } }), spec: edited(), facts: runningCluster() }).operatorRecord.retryAt,
    ).toBeNull()
  })

  test('the pods that are going tell no incarnation; restarts of all containers count', () => {
    const pods = known([
      aPod({ uid: 'old', deleting: true }),
      aPod({ uid: 'new', containers: [aContainer({ restartCount: 2 }), aContainer({ restartCount: 3 })] }),
    ], t0)
    expect(
      operationOf(statusAfter({ status: runningStatus(), spec: edited(), facts: runningCluster(t0, { jobManagerPods: pods }) }))
        .incarnation,
    ).toMatchObject({ podUid: 'new', restartCount: 5 })
  })

  test('what was not seen of the incarnation is null', () => {
    const facts = runningCluster(t0, { jobManagerPods: unknown('Timeout', 'late', t0), deployment: unknown('Timeout', 'late', t0) })
    expect(operationOf(statusAfter({ status: runningStatus(), spec: edited(), facts })).incarnation).toEqual({
      deploymentUid: null,
      podUid: null,
      restartCount: null,
      jobStartTime: clusterStart + 60_000,
    })
  })
})

const stopping = (change: Partial<SuspendOperation> = {}, status: StatusChange = {}) =>
  runningStatus({ operation: aSuspend(change), ...status })
const withAnswer = (answer: AsynchronousOperation, change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  runningCluster(t0, { stopOperation: known(answer, t0), ...change })
/** The savepoint is there, and the job failed while it stopped. */
const failedToStop = (state: JobState, change: Partial<SuspendOperation> = {}): readonly FlinkDeploymentAction[] =>
  upgrade(stopping(change), withAnswer({ _tag: 'Failed', causes: [], savepointPath: 's3://b/sp/9' }, { jobs: known([aJob(state)], t0) }))
const forgotten = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts => runningCluster(t0, { stopOperation: absent(t0), ...change })
const upgrade = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, rest: Given = {}): readonly FlinkDeploymentAction[] =>
  decided({ status, spec: edited(), metadata: { generation: 2 }, facts, ...rest })

/** The savepoint is there: the path is written, with the mode that was used and the newest spec, before anything else. */
const expectSuspended = (actions: readonly FlinkDeploymentAction[], path: string): void => {
  expect(effectsOf(actions)).toEqual([])
  const status = written(actions)!
  expect(status).toMatchObject({
    operation: null,
    observedGeneration: 2,
    jobStatus: { upgradeSavepointPath: path },
    reconciliationStatus: { state: 'UPGRADING' },
    operatorRecord: { lastState: { _tag: 'Path', path }, jobMissedSince: null, runningSince: null },
  })
  expect(recorded(status)).toMatchObject({ state: 'suspended', upgradeMode: 'savepoint', parallelism: 3 })
  expect(requeueOf(actions).after).toBe(0)
}
/** The stop is given up; what is to be done is decided anew. */
const expectDropped = (actions: readonly FlinkDeploymentAction[], reason: RegExp): void => {
  expect(effectsOf(actions)).toEqual([])
  expect(written(actions)).toMatchObject({ operation: null, reconciliationStatus: { lastReconciledSpec: recordOf() } })
  expect(find(actions, 'PersistStatus').reason).toMatch(reason)
}
const expectWaits = (actions: readonly FlinkDeploymentAction[], text: RegExp): void => {
  expect(effectsOf(actions)).toEqual([])
  expect(written(actions)?.operation ?? aSuspend()).toEqual(aSuspend())
  expect(requeueOf(actions).after).toBeGreaterThan(0)
  expect(requeueOf(actions).waitingFor).toMatch(text)
}

describe('SAVEPOINT: what came of it (control-flow.md, section 5.8; design.md, section 3)', () => {
  test('it is asked for by its own id, beside the jobs', () => {
    const actions = decided({
      status: stopping(),
      spec: edited(),
      facts: { deployment: known(aDeployment(), t0, 'cache'), jobs: known([aJob('RUNNING')], t0) },
    })
    expect(find(actions, 'Look').queries).toMatchObject([{
      _tag: 'GetSavepointOperation',
      jobId,
      triggerId: operationId,
      for: 'stopOperation',
    }])
  })

  test('in progress: wait', () => {
    expectWaits(upgrade(stopping(), withAnswer({ _tag: 'InProgress' })), new RegExp(`savepoint ${operationId}`, 'u'))
  })

  test('completed: B68 its path, at once', () => {
    expectSuspended(upgrade(stopping(), withAnswer({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 9 })), 's3://b/sp/9')
  })

  test.each(['FAILING', 'CANCELLING'] as const)('B13 completed although the job failed to stop, and is %s: its path', state => {
    expectSuspended(failedToStop(state), 's3://b/sp/9')
  })

  test.each(['RESTARTING', 'RUNNING', 'CREATED', 'SUSPENDED'] as const)(
    'P01 it failed to stop, and is %s: its savepoint is not taken',
    state => {
      expectWaits(failedToStop(state), /the job to end: it failed to stop/u)
      expectDropped(failedToStop(state, { giveUpAt: 0 }), /the operator stops it again/u)
    },
  )

  test('P14 it failed to stop, and its state is not seen: waited for', () => {
    const facts = withAnswer({ _tag: 'Failed', causes: [], savepointPath: 's3://b/sp/9' }, { jobs: noRest })
    expectWaits(upgrade(stopping(), facts), /was not observed/u)
  })

  test('P13 it succeeds however late, past the time-out too', () => {
    expectSuspended(
      upgrade(stopping({ giveUpAt: 0 }), withAnswer({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 9 })),
      's3://b/sp/9',
    )
  })

  test('B48 failed: told, and tried again after a while', () => {
    const causes = [{ type: 'X', message: 'a' }, { type: 'java.io.IOException', message: '' }, { type: 'Y', message: 'c' }, {
      type: 'Z',
      message: 'd',
    }]
    const actions = upgrade(stopping(), withAnswer({ _tag: 'Failed', causes, savepointPath: null }))
    expectDropped(actions, /savepoint failed/u)
    expect(errorMessageOf(written(actions)!)).toBe('Savepoint Error -> a -> java.io.IOException -> c')
    expect(written(actions)!.operatorRecord).toMatchObject({ retryAt: t0 + 60_000, errorOwner: 'operation' })
    const next = { status: reread(written(actions)!), spec: edited(), facts: runningCluster() }
    expect(effectsOf(decided({ ...next, now: t0 + 59_999 }))).toEqual([])
    const retried = find(decided({ ...next, now: t0 + 60_000, facts: runningCluster(t0 + 60_000) }), 'StopWithSavepoint')
    expect(retried.triggerId).not.toBe(operationId)
  })

  test('completed without a path: told as a failure', () => {
    const actions = upgrade(stopping(), withAnswer({ _tag: 'Completed', location: null, checkpointId: 3 }))
    expectDropped(actions, /without a path/u)
    expect(errorMessageOf(written(actions)!)).toBe('Savepoint completed without a location')
    expect(written(actions)!.operatorRecord.retryAt).toBe(t0 + 60_000)
  })

  test.each([[t0, null], [
    t0 - 1,
    /^Timed out stopping the job a+ with savepoint, please configure a larger timeout via 'execution.checkpointing.timeout'\. If it does not complete: /u,
  ]])(
    'E5 past %d the delay is told, and nothing else is begun (trap 2)',
    (giveUpAt, error) => {
      const status = stopping({ giveUpAt })
      const actions = upgrade(status, withAnswer({ _tag: 'InProgress' }))
      expect(effectsOf(actions)).toEqual([])
      const after = written(actions) ?? status
      expect(after.operation).toEqual(aSuspend({ giveUpAt }))
      if (error === null) expect(after.error).toBeNull()
      else expect(errorMessageOf(after)).toMatch(error)
    },
  )

  test('P14 the operation could not be read: wait', () => {
    expectWaits(upgrade(stopping(), runningCluster(t0, { stopOperation: unknown('Timeout', 'no answer', t0) })), /no answer/u)
  })
})

describe('404: each row of "incarnation" (design.md, section 3; traps 5 and 6)', () => {
  test('first it is seen which JobManager it is', () => {
    const actions = upgrade(stopping(), {
      deployment: known(aDeployment(), t0, 'cache'),
      jobs: known([aJob('RUNNING')], t0),
      stopOperation: absent(t0),
    })
    expect(queriesOf(actions)).toEqual(['ReadDeployment', 'ListJobManagerPods'])
  })

  test('same incarnation and RUNNING: the same id is sent again (trap 3)', () => {
    const actions = upgrade(stopping(), forgotten())
    expect(find(actions, 'StopWithSavepoint')).toMatchObject({ triggerId: operationId, jobId })
    expect(written(actions)?.operation).toEqual(aSuspend())
  })

  test('P14 what was not seen of the incarnation proves no other one', () => {
    expect(effectsOf(upgrade(stopping({ incarnation: null }), forgotten()))).toEqual(['StopWithSavepoint'])
    expect(
      effectsOf(
        upgrade(stopping({ incarnation: { deploymentUid: null, podUid: null, restartCount: null, jobStartTime: null } }), forgotten()),
      ),
    ).toEqual(['StopWithSavepoint'])
    expect(effectsOf(upgrade(stopping(), forgotten({ deployment: unknown('Timeout', 'late', t0) })))).toEqual(['StopWithSavepoint'])
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['the job could not be seen', { jobs: noRest }],
    ['the pods could not be seen', { jobManagerPods: unknown('Forbidden', 'no', t0) }],
  ])('P14 %s: wait', (_title, facts) => {
    expectWaits(upgrade(stopping(), forgotten(facts)), /to list the job again/u)
  })

  test('a fresh JobManager lists nothing yet: wait', () => {
    expectWaits(upgrade(stopping(), forgotten({ jobs: known([], t0) })), /to list the job/u)
  })

  test.each<JobState>(['RESTARTING', 'CREATED', 'FAILING'])('same incarnation and %s: wait', state => {
    expectWaits(upgrade(stopping(), forgotten({ jobs: known([aJob(state)], t0) })), new RegExp(`to be RUNNING .*${state}`, 'u'))
  })

  test('and past its time: told, tried again after a while', () => {
    const actions = upgrade(stopping({ giveUpAt: t0 - 1 }), forgotten({ jobs: known([aJob('RESTARTING')], t0) }))
    expectDropped(actions, /never reached a state/u)
    expect(errorMessageOf(written(actions)!)).toBe('The job is RESTARTING and could not be stopped with a savepoint')
    expect(written(actions)!.operatorRecord.retryAt).toBe(t0 + 60_000)
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['its Deployment is another', { deployment: known(aDeployment({ uid: 'other' }), t0) }],
    ['its pod is another', { jobManagerPods: known([aPod({ uid: 'other' })], t0) }],
    ['its container restarted', { jobManagerPods: known([aPod({ containers: [aContainer({ restartCount: 1 })] })], t0) }],
    ['the job began anew', { jobs: known([aJob('RUNNING', { startTime: t0 })], t0) }],
  ])('another incarnation with HA: a new attempt (%s)', (_title, facts) => {
    expectDropped(upgrade(stopping(), forgotten(facts)), /restarted during savepoint/u)
  })

  const withoutHa = stopping({}, { recorded: { spec: noHa } })
  const restarted = forgotten({ jobManagerPods: known([aPod({ uid: 'other' })], t0) })

  test('another incarnation without HA: a person decides, nothing is done', () => {
    const actions = upgrade(withoutHa, restarted, { spec: { ...noHa, ...edited() } })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation).toEqual(aSuspend())
    expect(errorMessageOf(written(actions)!)).toMatch(
      /restarted without high availability .* Manual restore required\. Either set spec\.job/u,
    )
    expect(requeueOf(actions)).toMatchObject({ after: 60_000 })
  })

  test.each<readonly [string, Given]>([
    ['stateless upgrade mode', { spec: { ...noHa, ...edited({ upgradeMode: 'stateless' }) } }],
    ['a savepointRedeployNonce with a path', {
      spec: { ...noHa, job: { savepointRedeployNonce: 1, initialSavepointPath: 's3://b/init' } },
    }],
  ])('the person has decided: %s', (_title, rest) => {
    const actions = upgrade(withoutHa, restarted, rest)
    expect(written(actions)?.operation).toBeNull()
    expect(find(actions, 'PersistStatus').reason).toBe('the user decided what the job is restored from')
  })

  test('another incarnation without HA and the job ended: decided anew', () => {
    const actions = upgrade(
      withoutHa,
      forgotten({ jobManagerPods: known([aPod({ uid: 'other' })], t0), jobs: known([aJob('FAILED')], t0), exceptions: known([], t0) }),
      { spec: { ...noHa, ...edited() } },
    )
    expect(written(actions)?.operation).toBeNull()
  })
})

describe('404 and the job ended: only a savepoint of this very stop (L2)', () => {
  const since = t0 - checkpointCacheMillis
  const ended = (state: JobState, terminalSince = since): StatusChange => ({
    job: { state },
    record: { terminalSince, runningSince: null, left: false },
  })
  const savepoint = aCheckpoint(9, { isSavepoint: true, isStop: true, externalPath: 's3://b/sp/9', triggerTimestamp: t0 - 4_000 })
  const list = (change: object): FlinkDeploymentFacts =>
    forgotten({ jobs: known([aJob('FINISHED')], t0), checkpoints: known(checkpointStatistics({ completedCount: 3, ...change }), t0) })

  test('it is there: taken', () => {
    expectSuspended(upgrade(stopping({}, ended('FINISHED')), list({ savepoint })), 's3://b/sp/9')
  })

  test('read late enough only: REST shows what was 3 s ago', () => {
    const actions = upgrade(stopping({}, ended('FINISHED', t0 - 500)), list({ savepoint }))
    expectWaits(actions, /last savepoint/u)
    expect(requeueOf(actions).after).toBe(checkpointCacheMillis - 500)
  })

  test.each<readonly [string, object]>([
    ['L2 the last one is a periodic checkpoint', { completed: aCheckpoint(9) }],
    ['L2 it was discarded', { savepoint: { ...savepoint, discarded: true } }],
    ['it is older than this stop', { savepoint: { ...savepoint, triggerTimestamp: t0 - 5_001 } }],
    ['it has no path', { savepoint: { ...savepoint, externalPath: null } }],
    ['none is shown', {}],
  ])('%s: dropped, and decided anew by what is known of the ended job', (_title, change) => {
    const actions = upgrade(stopping({}, ended('FINISHED')), list(change))
    expect(written(actions)?.operation).toBeNull()
    expect(recorded(written(actions)!)).toMatchObject({ state: 'running' })
  })

  test('of the very moment of its minting: taken', () => {
    expectSuspended(
      upgrade(stopping({}, ended('FINISHED')), list({ savepoint: { ...savepoint, triggerTimestamp: t0 - 5_000 } })),
      's3://b/sp/9',
    )
  })

  test('the list is asked for', () => {
    const facts = forgotten({ jobs: known([aJob('FINISHED')], t0) })
    expect(queriesOf(upgrade(stopping({}, ended('FINISHED')), facts))).toEqual(['GetCheckpoints'])
  })

  test.each<JobState>(['FAILED', 'CANCELED'])('%s: the stop did not end it', state => {
    const actions = upgrade(
      stopping({}, ended(state)),
      forgotten({ jobs: known([aJob(state)], t0), checkpoints: known(checkpointStatistics({ savepoint }), t0) }),
    )
    expect(written(actions)?.operation).toBeNull()
    expect(find(actions, 'PersistStatus').reason).toBe('the job ended before it was stopped')
  })
})

describe('REST does not answer while a stop is under way', () => {
  const unobservable = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    runningCluster(t0, { jobs: noRest, stopOperation: noRest, ...change })

  test('F17 is the JobManager there at all? The watches know', () => {
    const actions = upgrade(stopping(), { deployment: known(aDeployment(), t0, 'cache'), jobs: noRest, stopOperation: noRest })
    expect(actions).toMatchObject([{ _tag: 'Look', queries: [{ _tag: 'ListJobManagerPods', freshness: 'watched' }] }])
  })

  test('B62 by the watch it is gone: looked at live', () => {
    expect(queriesOf(upgrade(stopping(), { deployment: absent(t0, 'cache'), jobs: noRest, stopOperation: noRest }))).toEqual([
      'ReadDeployment',
    ])
  })

  test('it is: wait', () => {
    expectWaits(upgrade(stopping(), unobservable()), /connection refused/u)
  })

  test("it is gone: what is lost with it can't be waited for", () => {
    const actions = upgrade(stopping(), goneCluster(t0, { jobs: noRest, stopOperation: noRest }))
    expect(written(actions)?.operation).toBeNull()
    expect(find(actions, 'PersistStatus').reason).toMatch(/disappeared before the operator saw the outcome/u)
  })

  const other = aDeployment({ uid: 'uid-other' })

  test('W51 P06 P25 its Deployment is that of another attempt by now, seen live: the same', () => {
    const older = stopping({}, { record: { deployedAttempt: 'e'.repeat(32) } })
    expect(queriesOf(upgrade(older, unobservable({ deployment: known(other, t0, 'cache') })))).toEqual(['ReadDeployment'])
    expect(written(upgrade(older, unobservable({ deployment: known(other, t0) })))?.operation).toBeNull()
  })

  test('P01 its Deployment was remade by somebody: the stop still counts', () => {
    expectWaits(
      upgrade(stopping({}, { record: { deployedAttempt: attemptId } }), unobservable({ deployment: known(other, t0) })),
      /connection refused/u,
    )
  })

  test('P14 it could not be seen: wait', () => {
    expectWaits(upgrade(stopping(), unobservable({ deployment: unknown('Timeout', 'late', t0) })), /connection refused/u)
  })
})

describe('CANCEL: what came of it', () => {
  const cancel = (change: Partial<SuspendOperation> = {}, status: StatusChange = {}) =>
    runningStatus({
      operation: aSuspend({ mode: 'CANCEL', ...change }),
      reconciliation: { state: 'UPGRADING' },
      ...status,
      job: { state: 'CANCELLING', ...status.job },
    })
  const canceled = (isLeft: boolean, terminalSince = t0 - 5_000): StatusChange => ({
    job: { state: 'CANCELED', upgradeSavepointPath: 's3://cp/7' },
    record: { terminalSince, left: isLeft, runningSince: null },
  })
  const jobs = (state: JobState): FlinkDeploymentFacts => runningCluster(t0, { jobs: known([aJob(state)], t0) })

  test('still cancelling: wait', () => {
    const actions = upgrade(cancel(), jobs('CANCELLING'))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the job to be cancelled' })
  })

  test('D-29 B68 it ended and its last state is known for sure: that', () => {
    expectSuspended(upgrade(cancel({}, canceled(true)), jobs('CANCELED')), 's3://cp/7')
  })

  test('it ended a moment ago: its last checkpoint is waited for', () => {
    const actions = upgrade(cancel({}, canceled(false, t0 - 500)), jobs('CANCELED'))
    expect(requeueOf(actions)).toMatchObject({
      after: checkpointCacheMillis - 500,
      waitingFor: 'Flink to show the last checkpoint of the cancelled job',
    })
    expect(written(actions)?.operation).not.toBeNull()
  })

  test("D-29 its last state can't be read: dropped, never an old path", () => {
    const actions = upgrade(cancel({}, canceled(false)), { ...jobs('CANCELED'), checkpoints: unknown('Timeout', 'late', t0) })
    expect(written(actions)).toMatchObject({ operation: null })
    expect(recorded(written(actions)!).state).toBe('running')
  })

  test.each<JobState>(['RUNNING', 'RESTARTING'])('it is %s: the cancel did not arrive and is sent again', state => {
    expect(effectsOf(upgrade(cancel(), jobs(state)))).toEqual(['CancelJob'])
  })

  test('REST does not answer: wait', () => {
    const actions = upgrade(cancel(), runningCluster(t0, { jobs: noRest }))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'Flink to report whether the job was cancelled' })
  })

  test('the JobManager is gone: dropped', () => {
    expect(written(upgrade(cancel(), goneCluster(t0, { jobs: noRest })))?.operation).toBeNull()
  })

  test.each([[t0, false], [t0 - 1, true]])('the JobManager does not list it: waited for until %d, then told', (giveUpAt, isReported) => {
    const actions = upgrade(cancel({ giveUpAt }), runningCluster(t0, { jobs: known([], t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation === null).toBe(isReported)
    if (isReported) expect(errorMessageOf(written(actions)!)).toContain('Cannot find job when trying to cancel')
    else expect(requeueOf(actions).waitingFor).toBe('the JobManager to list the job')
  })
})

describe('STATELESS: what came of it', () => {
  const status = (change: Partial<SuspendOperation> = {}, rest: StatusChange = {}) =>
    runningStatus({ operation: aSuspend({ mode: 'STATELESS', restoreMode: 'stateless', ...change }), ...rest })
  const stateless = (it: FlinkDeploymentStatus, facts: FlinkDeploymentFacts) =>
    decided({ status: it, spec: edited({ upgradeMode: 'stateless' }), facts })

  test.each<readonly [string, FlinkDeploymentFacts, Partial<SuspendOperation>]>([
    ['REST does not answer', runningCluster(t0, { jobs: noRest }), {}],
    ['it is not listed', runningCluster(t0, { jobs: known([], t0) }), {}],
    ['it takes too long', runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }), { giveUpAt: t0 - 1 }],
  ])('%s: its cluster goes, in a round of its own', (_title, facts, change) => {
    const actions = stateless(status(change), facts)
    expect(effectsOf(actions)).toEqual([])
    expect(operationOf(written(actions)!).step).toBe('TearDown')
  })

  test('P03 it is seen that it ended: its cluster begins to go in this round, after that is written; what is not seen yet is looked at first', () => {
    const ended = runningCluster(t0, { jobs: known([aJob('CANCELED')], t0) })
    const actions = stateless(status(), ended)
    expect(actions.map(({ _tag }) => _tag).filter(tag => tag !== 'EmitEvent')).toEqual(['PersistStatus', 'PatchObject', 'Requeue'])
    expect(operationOf(written(actions)!).step).toBe('TearDown')
    expect(stateless(status(), { ...ended, deployment: known(aDeployment(), t0, 'cache') }).map(({ _tag }) => _tag)).toEqual(['Look'])
  })

  test('it is being cancelled: wait', () => {
    const actions = stateless(status(), runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }))
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the job to be cancelled' })
  })

  test('5.7 the cluster is gone: HA metadata goes, then it is recorded as having no state, and put up again where it is to run', () => {
    const torn = status({ step: 'TearDown' })
    const first = stateless(torn, goneCluster())
    expect(effectsOf(first)).toEqual(['DeleteHaMetadata'])
    expect(find(first, 'DeleteHaMetadata').configMaps.map(({ name }) => name)).toEqual([clusterConfigMap.name, haConfigMap().name])
    const second = stateless(torn, goneCluster(t0, { configMaps: known([], t0) }))
    expect(written(second)).toMatchObject({
      operation: { kind: 'Deploy', step: 'TearDown', source: { _tag: 'Empty' } },
      jobManagerDeploymentStatus: 'MISSING',
      jobStatus: { state: 'FINISHED' },
      operatorRecord: { terminalSince: t0 },
    })
    expect(recorded(written(second)!).upgradeMode).toBe('stateless')
    const suspended = decided({
      status: torn,
      spec: edited({ upgradeMode: 'stateless', state: 'suspended' }),
      metadata: { generation: 2 },
      facts: goneCluster(t0, { configMaps: known([], t0) }),
    })
    expect(written(suspended)).toMatchObject({
      operation: null,
      jobManagerDeploymentStatus: 'MISSING',
      jobStatus: { state: 'FINISHED' },
      operatorRecord: { lastState: { _tag: 'None' }, terminalSince: t0 },
    })
    expect(recorded(written(suspended)!)).toMatchObject({ state: 'suspended', upgradeMode: 'stateless' })
  })
})

describe('the cluster of a last-state suspend goes', () => {
  const status = (change: Partial<SuspendOperation> = {}) =>
    runningStatus({ operation: aSuspend({ mode: 'LAST_STATE', restoreMode: 'last-state', step: 'TearDown', ...change }) })
  const act = (facts: FlinkDeploymentFacts, change: Partial<SuspendOperation> = {}, spec: object = edited({ upgradeMode: 'last-state' })) =>
    decided({ status: status(change), spec, metadata: { generation: 2 }, facts })

  test('what is there is looked at live', () => {
    expect(queriesOf(act({}))).toEqual(['ReadDeployment', 'ListJobManagerPods', 'ListConfigMaps', 'ListServices'])
  })

  test('B05 gone: HA metadata stays, the mode is recorded', () => {
    const actions = act(goneCluster())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: null,
      jobManagerDeploymentStatus: 'MISSING',
      jobStatus: { state: 'FINISHED' },
      operatorRecord: { lastState: { _tag: 'InHighAvailability' } },
      reconciliationStatus: { state: 'UPGRADING' },
    })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'suspended', upgradeMode: 'last-state' })
  })

  test('to stay suspended: recorded as such', () => {
    const actions = act(goneCluster(), { purpose: 'Suspend' }, suspendEdit)
    expect(written(actions)).toMatchObject({
      reconciliationStatus: { state: 'DEPLOYED' },
      lifecycleState: 'SUSPENDED',
      observedGeneration: 2,
    })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'suspended', upgradeMode: 'last-state' })
  })

  test.each<readonly [string, keyof FlinkDeploymentFacts]>([['Deployment', 'deployment'], ['pods', 'jobManagerPods'], [
    'ConfigMaps',
    'configMaps',
  ], ['Services', 'services']])('P14 the %s could not be seen: nothing is done', (_title, field) => {
    const actions = act(goneCluster(t0, { [field]: unknown('Timeout', 'no answer', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)?.operation ?? status().operation).toEqual(status().operation)
    expect(requeueOf(actions)).toMatchObject({
      after: 1_000,
      waitingFor: 'the Kubernetes API to return the objects of the cluster: no answer',
    })
  })

  test.each([[t0, null], [
    t0 - 1,
    expect.stringMatching(/^The cluster is still being deleted: waiting for .+ to (be gone|be read|stop)\. If a finalizer/u) as unknown,
  ]])('past %d the delay is told', (giveUpAt, text) => {
    for (
      const facts of [
        runningCluster(),
        goneCluster(t0, { jobManagerPods: known([aPod({ deleting: true })], t0) }),
        goneCluster(t0, { services: unknown('Timeout', 'x', t0) }),
      ]
    ) {
      const after = written(act(facts, { giveUpAt })) ?? status({ giveUpAt })
      expect(errorMessageOf(after)).toEqual(text)
    }
  })

  test('the JobManager stops first', () => {
    expect(effectsOf(act(runningCluster()))).toEqual(['PatchObject Deployment app'])
  })
})

describe('purposes beyond an upgrade', () => {
  test('D-04 D-06 a rollback stays one: the bad spec stays recorded, durably stopped', () => {
    const actions = decided({
      status: runningStatus({
        operation: aSuspend({ purpose: 'Rollback', mode: 'LAST_STATE', restoreMode: 'last-state', step: 'TearDown' }),
        stable: { spec: { rest: { image: 'good' } } },
      }),
      facts: goneCluster(),
    })
    expect(written(actions)).toMatchObject({
      reconciliationStatus: { state: 'ROLLING_BACK' },
      lifecycleState: 'ROLLING_BACK',
      operation: null,
    })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'suspended', upgradeMode: 'last-state', parallelism: 2 })
  })

  test('B36 an edit during it makes it an upgrade', () => {
    const actions = decided({
      status: runningStatus({
        operation: aSuspend({ purpose: 'Rollback', mode: 'LAST_STATE', restoreMode: 'last-state', step: 'TearDown' }),
        stable: { spec: { rest: { image: 'good' } } },
      }),
      spec: edited(),
      facts: goneCluster(),
    })
    expect(written(actions)).toMatchObject({ reconciliationStatus: { state: 'UPGRADING' } })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'suspended', parallelism: 3 })
  })

  test('of a deletion: the same operation goes on as a tear-down, HA metadata included', () => {
    const actions = decided({
      status: runningStatus({ operation: aSuspend({ purpose: 'Deletion' }) }),
      metadata: { deletionTimestamp: '2023-11-14T22:13:00Z', finalizers: [finalizer] },
      facts: withAnswer({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 1 }),
    })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: { kind: 'TearDown', id: operationId, purpose: 'Deletion', deleteHaMetadata: true, jobId },
      jobStatus: { upgradeSavepointPath: 's3://b/sp/9' },
    })
  })

  test('D-02 L10 suspended by cancel: DEPLOYED and SUSPENDED, not UPGRADING for ever', () => {
    const status = runningStatus({
      operation: aSuspend({ mode: 'CANCEL', purpose: 'Suspend' }),
      reconciliation: { state: 'UPGRADING' },
      job: { state: 'CANCELED', upgradeSavepointPath: 's3://cp/7' },
      record: { terminalSince: 5, left: true, runningSince: null },
    })
    const actions = decided({
      status,
      spec: suspendEdit,
      metadata: { generation: 2 },
      facts: runningCluster(t0, { jobs: known([aJob('CANCELED')], t0) }),
    })
    expect(written(actions)).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED' },
      lifecycleState: 'SUSPENDED',
      observedGeneration: 2,
    })
  })

  test('P10 an invalid edit in the meantime: the job that is stopped for an upgrade is to run again', () => {
    const actions = upgrade(stopping(), withAnswer({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 9 }), {
      spec: edited({ parallelism: -1 }),
    })
    expect(written(actions)).toMatchObject({ operation: null, reconciliationStatus: { state: 'UPGRADING' }, observedGeneration: 1 })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'suspended', parallelism: 2, upgradeMode: 'savepoint' })
    expect(errorMessageOf(written(actions)!)).toContain('parallelism')
  })
})

test('the fixtures: HA ConfigMaps and our own are told apart', () => {
  expect(goneCluster().configMaps).toMatchObject({ value: [clusterConfigMap, haConfigMap()] })
  expect(flinkConfigMap().name).toBe('flink-config-app')
})

test('a round needs no fifth look: Deployment not in the cache yet, job failed, stop not known', () => {
  const given: Given = { status: runningStatus({ operation: aSuspend() }), spec: edited(), facts: { deployment: absent(t0, 'cache') } }
  const world = runningCluster(t0, {
    jobs: known([aJob('FAILED')], t0),
    exceptions: known([], t0),
    stopOperation: absent(t0),
    checkpoints: known(checkpointStatistics(), t0),
  })
  expect(requeueOf(lookedAndDecided(given, world)).waitingFor).not.toBe('')
})
