import { describe, expect, test } from 'vitest'
import { aDeployment, aJob, aPod, flinkConfigMap, goneCluster, notAvailable, runningCluster } from '../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  aSuspend,
  aTearDown,
  freshStatus,
  operationId,
  runningStatus,
  type StatusChange,
  suspendedStatus,
} from '../../../fixtures/deployment-status.ts'
import { finalizer, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, eventsOf, type Given, lookedAndDecided, queriesOf, requeueOf, written } from '../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import { formatInstant } from '../../crd/instant.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

const withSavepoint = { configuration: { 'kubernetes.operator.job.savepoint-on-deletion': 'true' } }
const noRest = unknown<never>('Unreachable', 'no', t0)
const deletion = (ago = 1_000) => ({ deletionTimestamp: formatInstant(t0 - ago), finalizers: [finalizer] })
const act = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, rest: Given = {}): readonly FlinkDeploymentAction[] =>
  decided({ status, facts, metadata: deletion(), ...rest })
const running = (change: StatusChange = {}) => runningStatus({ ...change, recorded: { spec: withSavepoint, ...change.recorded } })
const wanted = { spec: withSavepoint }
const gone = (change: FlinkDeploymentFacts = {}) => goneCluster(t0, { configMaps: known([], t0), ...change })
const reasonsOf = (actions: readonly FlinkDeploymentAction[]): readonly string[] => eventsOf(actions).map(({ reason }) => reason)

describe('deletion begins (control-flow.md, section 2.5; B80 to B86)', () => {
  test.each<readonly [string, FlinkDeploymentStatus, FlinkDeploymentFacts]>([
    ['B83 it was never deployed', freshStatus, {}],
    ["its record can't be read", runningStatus({ reconciliation: { lastReconciledSpec: '{' } }), {}],
    ['it is suspended', suspendedStatus(), {}],
    ['its job ended', runningStatus({ job: { state: 'FINISHED' }, record: { terminalSince: 0, runningSince: null } }), {}],
    ['B82 REST does not answer: without a cancel', runningStatus(), runningCluster(t0, { jobs: noRest })],
    ['nobody knows what its job does', runningStatus({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }), {}],
    ['nothing of a deploy was sent yet', suspendedStatus({ operation: aDeploy() }), {}],
    ['a tear-down of another kind is under way', suspendedStatus({ operation: aTearDown() }), {}],
  ])('the cluster goes, HA metadata included: %s', (_title, status, facts) => {
    const actions = act(status, facts)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: { kind: 'TearDown', purpose: 'Deletion', deleteHaMetadata: true, giveUpAt: t0 + 300_000 },
      lifecycleState: 'DELETING',
      operatorRecord: { attempts: status.operatorRecord.attempts + 1 },
    })
    expect(reasonsOf(actions)).toEqual(['Cleanup'])
    expect(requeueOf(actions).after).toBe(0)
  })

  test('L18 the very first write of a deletion says DELETING, and the finalizer goes only after it', () => {
    for (const actions of [act(runningStatus(), runningCluster()), act(suspendedStatus(), goneCluster())]) {
      expect(written(actions)).toMatchObject({ lifecycleState: 'DELETING' })
      expect(effectsOf(actions)).not.toContain('RemoveFinalizer')
    }
  })

  test('a job that may run is looked at first', () => {
    expect(queriesOf(act(runningStatus(), {}))).toEqual(['GetJobsOverview'])
  })

  test('a running job is cancelled as far as it goes', () => {
    const actions = act(runningStatus(), runningCluster())
    expect(effectsOf(actions)).toEqual(['CancelJob'])
    expect(written(actions)).toMatchObject({
      operation: { kind: 'Suspend', mode: 'STATELESS', purpose: 'Deletion', step: 'Requested' },
      lifecycleState: 'DELETING',
    })
    expect(reasonsOf(actions)).toEqual(['Cleanup', 'Suspended'])
  })

  test('with a savepoint, where that is asked for', () => {
    const actions = act(running(), runningCluster(), wanted)
    expect(effectsOf(actions)).toEqual(['StopWithSavepoint'])
    expect(written(actions)).toMatchObject({
      operation: { kind: 'Suspend', mode: 'SAVEPOINT', purpose: 'Deletion', restoreMode: 'savepoint' },
    })
    expect(reasonsOf(actions)).toEqual(['Cleanup', 'Suspended'])
  })

  test('without our finalizer it is not ours any more', () => {
    const actions = act(runningStatus(), runningCluster(), { metadata: { ...deletion(), finalizers: ['other'] } })
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ after: 60_000, waitingFor: 'the other finalizers to be removed from the resource' })
  })
})

describe("D-13 B86 a savepoint is asked for and can't be taken: bounded", () => {
  const unobservable = runningCluster(t0, { jobs: noRest })

  test.each([[299_999, true], [300_000, false]])(
    'waited for since %d ms, whenever the API server says that it was asked for (F15): waits %s',
    (ago, waits) => {
      const actions = act(running({ record: { deletingSince: t0 - ago } }), unobservable, {
        ...wanted,
        metadata: deletion(waits ? 86_400_000 : 1_000),
      })
      expect(effectsOf(actions)).toEqual([])
      if (waits)
        expect(requeueOf(actions)).toMatchObject({
          after: 10_000,
          waitingFor: 'the job to run, so that it can take the savepoint before its deletion',
        })
      else {
        expect(written(actions)).toMatchObject({ operation: { kind: 'TearDown', purpose: 'Deletion', deleteHaMetadata: true } })
        expect(reasonsOf(actions)).toEqual(['CleanupFailed', 'Cleanup'])
      }
    },
  )

  test.each(['RESTARTING', 'CREATED'] as const)('a job that is %s may come back', state => {
    const actions = act(running(), runningCluster(t0, { jobs: known([aJob(state)], t0) }), wanted)
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions).waitingFor).toBe('the job to run, so that it can take the savepoint before its deletion')
  })

  test.each<readonly [string, StatusChange]>([
    ['the JobManager was coming up', { jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }],
    ['REST did not answer once', { jobManagerDeploymentStatus: 'DEPLOYED_NOT_READY', job: { state: 'RECONCILING' } }],
  ])('%s: it is looked at again, and the savepoint taken as soon as it can be', (_title, change) => {
    const cached = { deployment: known(aDeployment(), t0, 'cache') }
    expect(queriesOf(act(running(change), cached, wanted))).toEqual(['GetJobsOverview'])
    expect(effectsOf(lookedAndDecided({ status: running(change), ...wanted, metadata: deletion(), facts: cached }, runningCluster())))
      .toEqual(['StopWithSavepoint'])
  })

  test('a JobManager that is not available is not asked', () => {
    const actions = act(running({ jobManagerDeploymentStatus: 'DEPLOYING', job: { state: 'RECONCILING' } }), {
      deployment: known(notAvailable(), t0, 'cache'),
    }, wanted)
    expect(requeueOf(actions).waitingFor).toBe('the job to run, so that it can take the savepoint before its deletion')
  })

  const stopping = (change: object = {}) => running({ operation: aSuspend({ purpose: 'Deletion', ...change }) })

  test('the savepoint that does not complete in time is done without', () => {
    const facts = runningCluster(t0, { stopOperation: known({ _tag: 'InProgress' }, t0) })
    const still = act(stopping({ giveUpAt: t0 }), facts, wanted)
    expect(written(still)?.operation ?? stopping().operation).toMatchObject({ kind: 'Suspend' })
    const late = act(stopping({ giveUpAt: t0 - 1 }), facts, wanted)
    expect(written(late)).toMatchObject({ operation: { kind: 'TearDown', purpose: 'Deletion' } })
    expect(reasonsOf(late)).toEqual(['CleanupFailed', 'Cleanup'])
  })

  test('another suspend is not bounded so: its own steps are', () => {
    const actions = act(
      stopping({ mode: 'STATELESS', giveUpAt: t0 - 1 }),
      runningCluster(t0, { jobs: known([aJob('CANCELLING')], t0) }),
      wanted,
    )
    expect(written(actions)).toMatchObject({ operation: { kind: 'Suspend', step: 'TearDown' } })
    expect(reasonsOf(actions)).toEqual([])
  })
})

describe('what is under way when the deletion comes', () => {
  const upgrading = (change: object = {}) => running({ operation: aSuspend(change) })
  const inProgress = runningCluster(t0, { stopOperation: known({ _tag: 'InProgress' }, t0) })

  test('trap 2: a stop with savepoint serves the deletion; a second trigger id would destroy both', () => {
    const actions = act(upgrading(), inProgress, wanted)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: { kind: 'Suspend', id: operationId, mode: 'SAVEPOINT', purpose: 'Deletion', step: 'Requested' },
      operatorRecord: { attempts: 3 },
    })
    expect(reasonsOf(actions)).toContain('Cleanup')
  })

  test.each<readonly [string, FlinkDeploymentStatus]>([
    ['a cancel', upgrading({ mode: 'CANCEL' })],
    ['a stop whose cluster is going already', upgrading({ step: 'TearDown' })],
    ['a deploy', running({ operation: aDeploy() })],
  ])('%s is no stop that could serve: a savepoint of its own', (_title, status) => {
    const actions = act(status, inProgress, wanted)
    expect(effectsOf(actions)).toEqual(['StopWithSavepoint'])
    expect(written(actions)).toMatchObject({ operation: { kind: 'Suspend', mode: 'SAVEPOINT', purpose: 'Deletion', attempt: 4 } })
    expect(written(actions)?.operation?.id).not.toBe(operationId)
  })

  test('B04 P05 a job that is not listed is not stopped: the cluster goes', () => {
    const actions = act(runningStatus(), runningCluster(t0, { jobs: known([], t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: { kind: 'TearDown', purpose: 'Deletion' } })
  })

  test('its savepoint is not asked for: the job is cancelled', () => {
    expect(effectsOf(act(runningStatus({ operation: aSuspend() }), inProgress))).toEqual(['CancelJob'])
  })

  test('a suspend that takes the cluster away already goes on as a deletion', () => {
    const actions = act(upgrading({ mode: 'LAST_STATE', step: 'TearDown' }), runningCluster(), wanted)
    expect(written(actions)?.operation).toMatchObject({ purpose: 'Deletion' })
  })

  test('B50 a create that was sent may still arrive: nothing of it may outlive the resource', () => {
    const actions = act(suspendedStatus({ operation: aDeploy({ step: 'Create' }) }), gone())
    expect(written(actions)).toMatchObject({ operation: { kind: 'Deploy', step: 'Abandon' } })
  })

  test('a deploy whose Deployment is there is finished first', () => {
    const facts = gone({
      deployment: known(aDeployment({ annotations: { [attemptAnnotation]: operationId } }), t0),
      configMaps: known([flinkConfigMap(operationId)], t0),
      ingress: absent(t0),
    })
    expect(effectsOf(act(suspendedStatus({ operation: aDeploy({ step: 'Create' }) }), facts)).every(it => it.startsWith('CreateObject')))
      .toBe(true)
  })
})

describe('deletion ends', () => {
  const status = runningStatus({ operation: aTearDown({ purpose: 'Deletion', deleteHaMetadata: true }) })

  test('pods gone, then HA data, then the finalizer', () => {
    expect(effectsOf(act(status, gone({ jobManagerPods: known([aPod()], t0) })))).toEqual([])
    expect(effectsOf(act(status, goneCluster()))).toEqual(['DeleteHaMetadata'])
    const last = act(status, gone())
    expect(effectsOf(last)).toEqual(['RemoveFinalizer'])
    expect(last.find(({ _tag }) => _tag === 'RemoveFinalizer')).toMatchObject({ finalizer })
  })

  test('what is waited for at the end', () => {
    expect(requeueOf(act(status, gone())).waitingFor).toBe('the resource to be gone')
  })

  test('P14 HA metadata that could not be read stops it', () => {
    expect(effectsOf(act(status, gone({ configMaps: unknown('Timeout', 'late', t0) })))).toEqual([])
  })

  test('B53 missing is never recovered', () => {
    expect(effectsOf(act(runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }), gone()))).toEqual([])
  })
})
