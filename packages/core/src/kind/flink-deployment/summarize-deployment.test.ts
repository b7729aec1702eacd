import { environment } from '../../../fixtures/environment.ts'
import { describe, expect, test } from 'vitest'
import {
  aContainer,
  aJob,
  aPod,
  checkpointStatistics,
  goneCluster,
  notAvailable,
  runningCluster,
  terminated,
  up,
  waiting,
} from '../../../fixtures/cluster-facts.ts'
import { aDeploy, aSuspend, freshStatus, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, errorMessageOf, eventsOf, type Given, requeueOf, roundOf, statusAfter, written } from '../../../fixtures/round.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { PodView } from '../../contract/fact/pod-view.ts'
import { act, look, wait } from '../../contract/round/decision.ts'
import { errorText } from '../../contract/round/error-text.ts'
import { summarize } from './summarize-deployment.ts'

const invalid = { job: { parallelism: -1 } }
const noRest = unknown<never>('Unreachable', 'no', t0)
const failing = (pod: Partial<PodView>, now = t0): FlinkDeploymentFacts =>
  runningCluster(now, { deployment: known(notAvailable(), now), jobManagerPods: known([aPod(pod)], now), jobs: noRest })
const crash = failing({ containers: [aContainer({ state: waiting('ErrImagePull', 'no such image') })] })
const stackTrace = 'java.lang.RuntimeException: outer\n\tat A\nCaused by: first\n\tat B\nCaused by: second\nCaused by: inner'
const exceptions = known([{
  type: 'java.lang.RuntimeException',
  stackTrace,
  timestamp: t0,
  taskName: null,
  endpoint: null,
  taskManagerId: null,
  failureLabels: {},
}], t0)
const jobFailed = runningCluster(t0, { jobs: known([aJob('FAILED')], t0), exceptions })
const reasons = (given: Given): readonly string[] => eventsOf(decided(given)).map(({ reason, component }) => `${component} ${reason}`)
const next = (given: Given, change: Given): Given => ({ ...given, ...change, status: statusAfter(given) })
const stopFailed = runningCluster(t0, { stopOperation: known({ _tag: 'Failed', causes: [], savepointPath: null }, t0) })
const widened = { job: { parallelism: 3 } }
const edited = { job: { parallelism: 3, upgradeMode: 'last-state' } }

describe('the list that a decision makes', () => {
  const round = roundOf({ status: runningStatus(), facts: runningCluster() })
  const { observed: { status } } = round

  test('a look stands alone', () => {
    expect(summarize(round, look([], 'why'))).toEqual([{ _tag: 'Look', queries: [], why: 'why' }])
  })

  test('P03 status, then events, then effects, then the next look', () => {
    const effect = { _tag: 'AddFinalizer', finalizer: 'f' } as const
    const event = {
      _tag: 'EmitEvent',
      type: 'Normal',
      reason: 'r',
      message: 'm',
      component: 'Job',
      key: null,
      repeat: 'Count',
      annotations: {},
    } as const
    expect(
      summarize(
        round,
        act({ ...status, observedGeneration: 9 }, 'why', { effects: [effect], events: [event], after: 5, waitingFor: 'it' }),
      ),
    ).toMatchObject([
      { _tag: 'PersistStatus', reason: 'why', status: { observedGeneration: 9 } },
      event,
      effect,
      { _tag: 'Requeue', after: 5, waitingFor: 'it' },
    ])
  })

  test('P03 a hard effect is never without a write: it is the proof that nothing older was read', () => {
    const cancel = { _tag: 'CancelJob', endpoint: { namespace: 'ns', service: 's', port: 1, tls: false }, jobId: 'x', why: '' } as const
    const summed = statusAfter({ status: runningStatus(), facts: runningCluster() })
    const quiet = roundOf({ status: summed, facts: runningCluster() })
    expect(isHard(cancel)).toBe(true)
    expect(summarize(quiet, act(quiet.observed.status, 'why', { effects: [cancel] })).map(({ _tag }) => _tag)).toEqual([
      'PersistStatus',
      'CancelJob',
      'Requeue',
    ])
    expect(summarize(quiet, act(quiet.observed.status, 'why')).map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })

  const atEnd = (seen: 'Stop' | 'Checkpoints' | 'Person' | 'Source') => ({
    ...status,
    operatorRecord: { ...status.operatorRecord, lastState: { _tag: 'Path', path: 's3://b/sp/9', seen } as const },
  })
  const firstWrite = (after: typeof status, rest: { readonly effects?: readonly WorldAction[] } = {}) =>
    summarize(round, act(after, 'why', rest)).find(it => it._tag === 'PersistStatus')

  test.each(['Stop', 'Checkpoints'] as const)(
    'P01 B68 what a JobManager told of the last state (%s), which may be gone by the next look, is written over an edit that came meanwhile',
    seen => {
      expect(firstWrite(atEnd(seen))?.over).toBe(round.observed.recorded.status)
    },
  )

  test('P15 everything else is written on the version that was read', () => {
    expect([firstWrite(atEnd('Person')), firstWrite(atEnd('Source')), firstWrite({ ...status, observedGeneration: 9 })].map(it => it?.over))
      .toEqual([undefined, undefined, undefined])
  })

  test('P03 P15 where the write is the proof that nothing older was read, it is made on the version that was read', () => {
    const remove = {
      _tag: 'DeleteObject',
      target: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: 'a', uid: 'u' },
      resourceVersion: null,
      propagation: 'Background',
      why: '',
    } as const
    expect(firstWrite(atEnd('Stop'), { effects: [remove] })).not.toHaveProperty('over')
  })

  test('what is recorded already is not written over anything', () => {
    const known = roundOf({ status: atEnd('Stop'), facts: runningCluster() })
    const [write] = summarize(known, act({ ...known.observed.recorded.status, observedGeneration: 9 }, 'why'))
    expect(write).toMatchObject({ _tag: 'PersistStatus' })
    expect(write).not.toHaveProperty('over')
  })

  test('P08 an equal status is not written, though it is another object', () => {
    const summed = statusAfter({ status: runningStatus(), facts: runningCluster() })
    const quiet = roundOf({ status: summed, facts: runningCluster() })
    const copy = structuredClone(quiet.observed.status)
    expect(summarize(quiet, wait(copy, 1, 'x')).map(({ _tag }) => _tag)).toEqual(['Requeue'])
  })

  test.each<readonly [string, object]>([
    ['a longer list', {
      jobStatus: {
        ...status.jobStatus,
        savepointInfo: {
          ...status.jobStatus.savepointInfo,
          savepointHistory: [{ timeStamp: 1, location: 'a', triggerType: null, formatType: null, triggerNonce: null }],
        },
      },
    }],
    ['another key', { clusterInfo: { 'flink-version': '1.20.1', 'other-key': 'abc' } }],
    ['one key more', { clusterInfo: { ...status.clusterInfo, more: '1' } }],
    ['null instead of an object', { taskManager: { labelSelector: '', replicas: 0 } }],
    ['a number', { observedGeneration: 2 }],
  ])('a status that differs is written: %s', (_title, change) => {
    const summed = statusAfter({ status: runningStatus(), facts: runningCluster() })
    const quiet = roundOf({ status: summed, facts: runningCluster() })
    expect(summarize(quiet, wait({ ...quiet.observed.status, ...change }, 1, 'x')).map(({ _tag }) => _tag)).toEqual([
      'PersistStatus',
      'Requeue',
    ])
  })

  test('P09 another generation is summed up again though the rest is as it was', () => {
    const summed = statusAfter({ status: runningStatus(), facts: runningCluster() })
    const newer = decided({ status: { ...summed, observedGeneration: 2 }, metadata: { generation: 2 }, facts: runningCluster() })
    expect(written(newer)?.conditions.find(({ type }) => type === 'Ready')?.observedGeneration).toBe(2)
  })
})

describe('status.error: set while something is wrong, by its owner, cleared when that is over (P16, B59, B69, D-08)', () => {
  test.each<readonly [string, Given, string, string, string]>([
    [
      'validation',
      { status: runningStatus(), spec: invalid, facts: runningCluster() },
      'validation',
      'parallelism',
      'Operator ValidationError',
    ],
    [
      'validation of what was never deployed',
      { status: freshStatus, spec: invalid },
      'validation',
      'parallelism',
      'Operator ValidationError',
    ],
    [
      "B59 the JobManager can't come up",
      { status: runningStatus(), facts: crash },
      'job-manager',
      '[flink-main-container] no such image',
      'JobManagerDeployment ErrImagePull',
    ],
    [
      'the JobManager is gone',
      { status: runningStatus({ recorded: { spec: { noHa: true } } }), spec: { noHa: true }, facts: goneCluster(t0, { jobs: noRest }) },
      'job-manager',
      'Missing JobManager deployment',
      'JobManagerDeployment Missing',
    ],
    [
      'the job failed',
      { status: runningStatus(), facts: jobFailed },
      'job',
      'java.lang.RuntimeException: outer -> first -> inner',
      'Job Error',
    ],
    [
      'B11 no way to upgrade',
      {
        status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
        spec: edited,
        facts: goneCluster(t0, { configMaps: known([], t0) }),
      },
      'upgrade',
      'JobManager deployment is missing and HA metadata is not available',
      'JobManagerDeployment UpgradeFailed',
    ],
    [
      'the savepoint failed',
      {
        status: runningStatus({ operation: aSuspend() }),
        spec: edited,
        facts: runningCluster(t0, {
          stopOperation: known({ _tag: 'Failed', causes: [{ type: 'X', message: 'disk full' }], savepointPath: null }, t0),
        }),
      },
      'operation',
      'Savepoint Error -> disk full',
      'JobManagerDeployment SavepointError',
    ],
  ])('%s', (_title, given, owner, text, event) => {
    const status = statusAfter(given)
    expect(errorMessageOf(status)).toContain(text)
    expect(status.operatorRecord.errorOwner).toBe(owner)
    expect(status.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({ status: 'True' })
    expect(reasons(given)).toContain(event)
  })

  test('P10 what is wrong with the spec is told beside another error: mending the one alone leads nowhere', () => {
    const status = statusAfter({
      status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
      spec: invalid,
      facts: goneCluster(t0, { configMaps: known([], t0) }),
    })
    expect(errorMessageOf(status)).toMatch(
      /HA metadata is not available .* start from empty state\. The current spec is invalid, too: Job parallelism/u,
    )
    expect(status.operatorRecord.errorOwner).toBe('upgrade')
  })

  test.each<readonly [string, Given, Given]>([
    ['validation', { status: runningStatus(), spec: invalid, facts: runningCluster() }, { spec: invalid }],
    ["the JobManager can't come up", { status: runningStatus(), facts: crash }, { facts: crash }],
    ['its pods were not seen in this round', { status: runningStatus(), facts: crash }, {
      facts: { ...crash, jobManagerPods: unknown('Timeout', 'late', t0) },
    }],
    ['the job failed', { status: runningStatus(), facts: jobFailed }, { facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }) }],
    ['the time of the next attempt is not there yet', {
      status: runningStatus({ operation: aSuspend() }),
      spec: edited,
      facts: runningCluster(t0, { stopOperation: known({ _tag: 'Failed', causes: [], savepointPath: null }, t0) }),
    }, { facts: runningCluster() }],
    ['the stop that failed is tried again', { status: runningStatus({ operation: aSuspend() }), spec: widened, facts: stopFailed }, {
      facts: runningCluster(t0 + 600_000),
      now: t0 + 600_000,
    }],
  ])('it stays, without another event, while it lasts: %s', (_title, first, change) => {
    const second = next(first, change)
    const { error, conditions } = statusAfter(second)
    expect(error).toBe(second.status?.error)
    expect(error).not.toBeNull()
    expect(conditions.find(({ type }) => type === 'Stalled')).toEqual(second.status?.conditions.find(({ type }) => type === 'Stalled'))
    expect(eventsOf(decided(second)).filter(({ type }) => type === 'Warning')).toEqual([])
  })

  test.each<readonly [string, Given, Given]>([
    ['the spec was mended', { status: runningStatus(), spec: invalid, facts: runningCluster() }, { spec: {} }],
    ['the JobManager comes up', { status: runningStatus(), facts: crash }, { facts: failing({}) }],
    ['the JobManager is READY', { status: runningStatus(), facts: crash }, { facts: runningCluster() }],
    ['the edit whose savepoint failed was taken back', {
      status: runningStatus({ operation: aSuspend() }),
      spec: edited,
      facts: runningCluster(t0, { stopOperation: known({ _tag: 'Failed', causes: [], savepointPath: null }, t0) }),
    }, { spec: {}, facts: runningCluster() }],
    ['L5 in ROLLED_BACK as well', { status: runningStatus({ reconciliation: { state: 'ROLLED_BACK' } }), facts: crash }, {
      facts: runningCluster(),
    }],
    ['one of the reference operator, when the job runs', {
      status: runningStatus({ error: 'old', job: { state: 'CREATED' } }),
      facts: runningCluster(t0, { jobs: known([aJob('CREATED')], t0) }),
    }, { facts: runningCluster() }],
    ['one of a round that failed, in the next round', {
      status: runningStatus({ error: 'old', record: { errorOwner: 'round' } }),
      facts: runningCluster(),
    }, { facts: runningCluster() }],
    ['the job is listed again', {
      status: runningStatus({ record: { jobMissedSince: 0 } }),
      facts: runningCluster(t0, { jobs: known([], t0) }),
    }, { facts: runningCluster() }],
  ])('it is cleared, explicitly: %s', (_title, first, change) => {
    const status = statusAfter(next(first, change))
    expect(status.error).toBeNull()
    expect(status.operatorRecord.errorOwner).toBeNull()
    expect(status.conditions.find(({ type }) => type === 'Stalled')).toMatchObject({ status: 'False' })
  })

  test('P16 a stop that failed has failed until one succeeds: Stalled does not come and go with each attempt', () => {
    const failed = statusAfter({ status: runningStatus({ operation: aSuspend() }), spec: widened, facts: stopFailed })
    const again = statusAfter({ status: failed, spec: widened, facts: runningCluster(t0 + 600_000), now: t0 + 600_000 })
    expect(again).toMatchObject({ operation: { kind: 'Suspend', mode: 'SAVEPOINT', step: 'Requested' }, error: failed.error })
    const stopped = {
      status: again,
      spec: widened,
      now: t0 + 700_000,
      facts: runningCluster(t0 + 700_000, {
        jobs: known([aJob('FINISHED')], t0),
        stopOperation: known({ _tag: 'Completed', location: 's3://b/sp/9', checkpointId: 9 }, t0),
      }),
    }
    expect(statusAfter(stopped)).toMatchObject({ error: null, operatorRecord: { errorOwner: null } })
  })

  test('D-08 an upgrade that is blocked no more clears its own error, whatever the job does', () => {
    const failed = runningStatus({
      job: { state: 'FAILED', upgradeSavepointPath: 'KUBERNETES_OPERATOR_LAST_STATE' },
      record: { terminalSince: 0, left: true, runningSince: null },
    })
    const given: Given = {
      status: failed,
      spec: { job: { parallelism: 3 } },
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0), checkpoints: known(checkpointStatistics({ completedCount: 1 }), t0) }),
    }
    expect(errorMessageOf(statusAfter(given))).toContain('last checkpoint is unknown')
    expect(statusAfter(next(given, { spec: {} })).error).toBeNull()
  })

  test('one of the reference operator stays until the job runs, and does not stall the resource', () => {
    expect(
      statusAfter({
        status: runningStatus({ error: 'old', job: { state: 'CREATED' } }),
        facts: runningCluster(t0, { jobs: known([aJob('CREATED')], t0) }),
      }).conditions.find(({ type }) => type === 'Stalled')?.status,
    ).toBe('False')
    expect(
      statusAfter({
        status: runningStatus({ error: 'old', job: { state: 'CREATED' } }),
        facts: runningCluster(t0, { jobs: known([aJob('CREATED')], t0) }),
      }).error,
    ).toBe('old')
  })

  test.each<readonly [string, Given]>([
    ['a stop is under way', {
      status: runningStatus({ operation: aSuspend() }),
      spec: invalid,
      facts: runningCluster(t0, { stopOperation: known({ _tag: 'InProgress' }, t0) }),
    }],
    ['a cluster is put up', {
      status: suspendedStatus({ operation: aDeploy() }),
      spec: invalid,
      facts: goneCluster(t0, { jobManagerPods: known([aPod({ deleting: true })], t0) }),
    }],
    ['the restart of a failed job waits', {
      status: runningStatus({ job: { state: 'FAILED' }, record: { terminalSince: t0 - 1_000, runningSince: null } }),
      spec: { job: { parallelism: -1 }, configuration: { 'kubernetes.operator.job.restart.failed': 'true' } },
      facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0) }),
    }],
  ])('P10 an invalid edit is told as well while %s', (_title, given) => {
    expect(errorMessageOf(statusAfter(given))).toContain('parallelism')
  })

  test('a lost JobManager is told until it is brought back', () => {
    const given: Given = {
      status: runningStatus(),
      facts: goneCluster(t0, { jobs: noRest, jobManagerPods: known([aPod({ deleting: true })], t0) }),
    }
    expect(errorMessageOf(statusAfter(given))).toBe('Missing JobManager deployment')
    expect(errorMessageOf(statusAfter(next(given, {})))).toBe('Missing JobManager deployment')
  })

  test.each<readonly [string, Given]>([
    ['a suspended job', {
      status: suspendedStatus({ jobManagerDeploymentStatus: 'READY' }),
      spec: { job: { state: 'suspended' } },
      facts: goneCluster(t0, { jobs: noRest }),
    }],
    ['one that is taken away on purpose', {
      status: runningStatus({ operation: aSuspend({ step: 'TearDown', mode: 'LAST_STATE' }) }),
      spec: edited,
      facts: goneCluster(),
    }],
    ['one that was missing before', {
      status: runningStatus({
        jobManagerDeploymentStatus: 'MISSING',
        job: { state: 'FINISHED' },
        record: { terminalSince: 0, left: true, runningSince: null },
      }),
      facts: goneCluster(),
    }],
  ])('no JobManager is missed by %s', (_title, given) => {
    expect(reasons(given)).not.toContain('JobManagerDeployment Missing')
  })

  test('without exceptions a failed job says so all the same', () => {
    expect(
      errorMessageOf(
        statusAfter({
          status: runningStatus(),
          facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0), exceptions: unknown('Timeout', 'late', t0) }),
        }),
      ),
    ).toBe('The job failed, and Flink has not told why yet')
    expect(
      errorMessageOf(
        statusAfter({
          status: runningStatus(),
          facts: runningCluster(t0, { jobs: known([aJob('FAILED')], t0), exceptions: known([], t0) }),
        }),
      ),
    ).toBe('The job failed, and Flink has not told why yet')
  })

  test('a deletion is not disturbed by what is wrong with the cluster', () => {
    expect(
      statusAfter({
        status: runningStatus({ jobManagerDeploymentStatus: 'ERROR' }),
        metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
        facts: crash,
      }).error,
    ).toBeNull()
  })
})

describe('the text of an error (control-flow.md, section 1.7)', () => {
  const problem = { owner: 'upgrade', type: 'UpgradeFailureException', message: 'm'.repeat(50), reason: 'UpgradeFailed' } as const
  const limited = (length: number) => environment(0, { 'kubernetes.operator.exception.field.max.length': String(length) }).options
  const prefix = 'org.apache.flink.kubernetes.operator.exception.'

  test.each([
    'UpgradeFailureException',
    'DeploymentFailedException',
    'ReconciliationException',
    'ValidationException',
    'MissingJobManagerException',
  ])("%s has the reference operator's class name", type => {
    expect(JSON.parse(errorText({ ...problem, type }, limited(100)))).toEqual({
      type: `${prefix}${type}`,
      message: problem.message,
      additionalMetadata: type === 'DeploymentFailedException' ? { reason: 'UpgradeFailed' } : {},
      throwableList: [],
    })
  })

  test.each([['java.lang.X', 'java.lang.X'], ['JobFailed', 'org.apache.flink.kubernetes.operator.JobFailed']])('%s', (type, want) => {
    expect(JSON.parse(errorText({ ...problem, type }, limited(100)))).toMatchObject({ type: want })
  })

  test('it is cut to the limit', () => {
    expect(JSON.parse(errorText(problem, limited(10)))).toMatchObject({ message: 'm'.repeat(10) })
    const long = statusAfter({ operator: { 'kubernetes.operator.exception.field.max.length': '7' }, status: runningStatus(), facts: crash })
    expect(errorMessageOf(long)).toBe('[flink-')
  })

  test("Job Not Found is the reference operator's plain text, of a job alone", () => {
    expect(errorText({ ...problem, owner: 'job', message: 'Job Not Found' }, limited(100))).toBe('Job Not Found')
    expect(errorText({ ...problem, owner: 'upgrade', message: 'Job Not Found' }, limited(100))).toContain('{')
    expect(errorText({ ...problem, owner: 'job', message: 'other' }, limited(100))).toContain('{')
  })

  test.each([
    ['one line', 'boom', 'boom'],
    ['two causes: all', 'a\nCaused by: b\nCaused by: c', 'a -> b -> c'],
    ['three causes: the first and the innermost', 'a\nCaused by: b\nCaused by: c\nCaused by: d', 'a -> b -> d'],
    ['nothing', '', ''],
  ])('of a stack trace the messages of the causes: %s', (_title, text, want) => {
    const facts = runningCluster(t0, {
      jobs: known([aJob('FAILED')], t0),
      exceptions: known([{
        type: 'X',
        stackTrace: text,
        timestamp: t0,
        taskName: null,
        endpoint: null,
        taskManagerId: null,
        failureLabels: {},
      }], t0),
    })
    expect(errorMessageOf(statusAfter({ status: runningStatus(), facts }))).toBe(want)
  })
})

describe('events', () => {
  const changed = (from: 'RUNNING' | 'CREATED' | null, to: 'RUNNING' | 'FAILED' | 'FINISHED' | 'RESTARTING'): Given => ({
    status: runningStatus({ job: { state: from } }),
    facts: runningCluster(t0, { jobs: known([aJob(to)], t0) }),
  })

  test.each<readonly [string, Given, string | undefined]>([
    ['3.6/5 a change of state that was seen', changed('RUNNING', 'RESTARTING'), 'Job status changed from RUNNING to RESTARTING'],
    ['3.6/5 the first state', changed(null, 'RUNNING'), 'Job status changed to RUNNING'],
    ['no change', changed('RUNNING', 'RUNNING'), undefined],
    ['RECONCILING is not seen, only not known', { status: runningStatus(), facts: failing({}) }, undefined],
    ['a state that an operation writes is not seen', {
      status: runningStatus({ operation: aSuspend() }),
      spec: edited,
      facts: runningCluster(t0, { stopOperation: known({ _tag: 'Completed', location: 's3://sp', checkpointId: 1 }, t0) }),
    }, undefined],
  ])('%s', (_title, given, message) => {
    expect(eventsOf(decided(given)).find(({ reason }) => reason === 'JobStatusChanged')?.message).toBe(message)
  })

  test('P16 B60 the same failure with another number in its text is the same event', () => {
    const keyOf = (facts: FlinkDeploymentFacts): string => {
      const event =
        eventsOf(decided({ status: runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }), facts }))
          .find(({ reason }) => reason === 'CrashLoopBackOff') ?? expect.fail('no event')
      return event.key ?? event.message
    }
    const backOff = (text: string) => keyOf(failing({ containers: [aContainer({ state: waiting('CrashLoopBackOff', text) })] }))
    expect(backOff('back-off 10s restarting failed container')).toBe(backOff('back-off 5m0s restarting failed container'))
    const restarted = (restartCount: number) =>
      keyOf(failing({ containers: [aContainer({ state: up, restartCount, lastState: terminated('Error', 1) })] }))
    expect(restarted(3)).toBe(restarted(4))
  })

  test('an event is bounded in size', () => {
    const facts = failing({ containers: [aContainer({ state: waiting('ErrImagePull', 'x'.repeat(5_000)) })] })
    expect(Math.max(...eventsOf(decided({ status: runningStatus(), facts })).map(({ message }) => message.length))).toBeLessThanOrEqual(
      1_000,
    )
  })

  test('B47 an edit is told once a generation', () => {
    const event = eventsOf(decided({ status: runningStatus(), spec: edited, metadata: { generation: 4 }, facts: runningCluster() })).find((
      { reason },
    ) => reason === 'SpecChanged')
    expect(event).toMatchObject({ key: 'SpecChange: 4', repeat: 'Once', type: 'Normal', component: 'JobManagerDeployment' })
    expect(event?.message).toBe(
      'UPGRADE change(s) detected (Diff: FlinkDeploymentSpec[job.parallelism : 2 -> 3, job.upgradeMode : savepoint -> last-state]), starting reconciliation.',
    )
  })

  test('P08 nothing new, no event', () => {
    expect(eventsOf(decided({ status: runningStatus(), facts: runningCluster() }))).toEqual([])
    expect(requeueOf(decided({ status: runningStatus(), facts: runningCluster() })).after).toBe(60_000)
  })
})
