import { describe, expect, test } from 'vitest'
import {
  aConfigMap,
  aDeployment,
  aPod,
  clusterConfigMap,
  flinkConfigMap,
  goneByTheWatch,
  goneCluster,
  haConfigMap,
  jobId,
  ofNobody,
  ofResource,
  prepared,
  restService,
  runningCluster,
} from '../../../../../fixtures/cluster-facts.ts'
import {
  aDeploy,
  recordedBeside,
  freshStatus,
  operationId,
  recordOf,
  runningStatus,
  type StatusChange,
  suspendedStatus,
} from '../../../../../fixtures/deployment-status.ts'
import { t0 } from '../../../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, eventsOf, type Given, queriesOf, requeueOf, written } from '../../../../../fixtures/round.ts'
import type { FlinkDeploymentAction } from '../../flink-deployment-action.ts'
import { attemptAnnotation, deployAnnotation } from '../../../../contract/resource/annotations.ts'
import { decodeRecordedSpec } from '../../../../crd/recorded-spec.ts'
import { absent, known, unknown } from '../../../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../../../contract/resource/flink-deployment-status.ts'
import { stateOfRunningJob } from '../../../../contract/resource/last-state.ts'
import { mintId } from '../../../../contract/resource/mint-id.ts'
import type { DeployOperation, OperationPurpose, RestoreSource } from '../../../../contract/resource/operation.ts'
import { lateArrivalLimit } from '../../../../contract/resource/operation.ts'

const uid = '00000000-0000-4000-8000-000000000001'
const newJob = 'b'.repeat(32)
const marker = 'KUBERNETES_OPERATOR_LAST_STATE'
const fromHa: RestoreSource = { _tag: 'LastState', restorePath: marker, reason: 'test' }
const clean = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  goneCluster(t0, { configMaps: known([], t0), ingress: absent(t0), ...change })
const stateOf = (
  status: FlinkDeploymentStatus,
): DeployOperation => (status.operation?.kind === 'Deploy' ? status.operation : expect.fail('no deploy is under way'))
const find = <T extends FlinkDeploymentAction['_tag']>(
  actions: readonly FlinkDeploymentAction[],
  tag: T,
): Extract<FlinkDeploymentAction, { _tag: T }> =>
  (actions.find(({ _tag }) => _tag === tag) ?? expect.fail(`no ${tag}`)) as Extract<FlinkDeploymentAction, { _tag: T }>
const recorded = ({ reconciliationStatus }: FlinkDeploymentStatus) => {
  const text = decodeRecordedSpec(reconciliationStatus.lastReconciledSpec ?? '')
  if (text._tag === 'Left') return expect.fail('no record')
  const { state, upgradeMode, parallelism } = text.right.spec.job!
  return { state, upgradeMode, parallelism, firstDeployment: text.right.firstDeployment, image: text.right.spec.image }
}

describe('begin (control-flow.md, sections 4.3 to 4.6): all is written down before the first effect', () => {
  test('4.3 first deployment', () => {
    expect(decided({ status: freshStatus }).map(({ _tag }) => _tag)).toEqual(['Look'])
    const actions = decided({ status: freshStatus, facts: clean() })
    expect(actions.map(({ _tag }) => _tag)).toEqual([
      'PersistStatus',
      'EmitEvent',
      'CreateObject',
      'CreateObject',
      'Requeue',
    ])
    expect(requeueOf(actions).after).toBe(0)
    const status = written(actions)!
    expect(status.operation).toEqual({
      kind: 'Deploy',
      id: mintId('operation', uid, 1, t0),
      attempt: 1,
      mintedAt: t0,
      targetGeneration: 1,
      purpose: 'FirstDeployment',
      jobId: mintId('job', uid, 1, t0),
      incarnation: { deploymentUid: null, podUid: null, restartCount: null, jobStartTime: null },
      giveUpAt: t0 + 300_000,
      source: { _tag: 'Empty', reason: 'first deployment' },
      step: 'TearDown',
      deployId: mintId('operation', uid, 1, t0),
      abandonedAt: null,
    })
    expect(recorded(status)).toEqual({
      state: 'suspended',
      upgradeMode: 'stateless',
      parallelism: 2,
      firstDeployment: true,
      image: 'flink:1.20',
    })
    expect(status).toMatchObject({
      observedGeneration: 1,
      lifecycleState: 'UPGRADING',
      operatorRecord: { attempts: 1 },
      jobStatus: { jobId: null, upgradeSavepointPath: null },
      reconciliationStatus: { state: 'UPGRADING' },
    })
  })

  test.each([['s3://b/init', 's3://b/init'], ['  s3://b/init ', 's3://b/init']])(
    '4.3/2 B20 from initialSavepointPath %j',
    (initialSavepointPath, path) => {
      const status = written(decided({ status: freshStatus, spec: { job: { initialSavepointPath } }, facts: clean() }))!
      expect(stateOf(status).source).toEqual({ _tag: 'Path', path, reason: 'first deployment from initialSavepointPath' })
      expect(status.jobStatus.upgradeSavepointPath).toBe(path)
      expect(recorded(status).upgradeMode).toBe('savepoint')
    },
  )

  test('4.3/2 a blank initialSavepointPath is none', () => {
    expect(stateOf(written(decided({ status: freshStatus, spec: { job: { initialSavepointPath: ' ' } }, facts: clean() }))!).source._tag)
      .toBe('Empty')
  })

  test('B20 B45 created suspended, then resumed: that is its first deployment, initialSavepointPath counts', () => {
    const created = written(decided({ status: freshStatus, spec: { job: { state: 'suspended', initialSavepointPath: 's3://b/init' } } }))!
    expect(created).toMatchObject({ lifecycleState: 'SUSPENDED', reconciliationStatus: { state: 'DEPLOYED' } })
    const edited = written(
      decided({
        status: created,
        spec: { job: { state: 'suspended', parallelism: 5, initialSavepointPath: 's3://b/init' } },
        metadata: { generation: 2 },
        facts: clean(),
      }),
    )!
    for (const status of [created, edited]) {
      const resumed = written(
        decided({ status, spec: { job: { initialSavepointPath: 's3://b/init' } }, metadata: { generation: 3 }, facts: clean() }),
      )!
      expect(stateOf(resumed)).toMatchObject({ purpose: 'FirstDeployment', source: { _tag: 'Path', path: 's3://b/init' } })
      expect(recorded(resumed)).toMatchObject({ firstDeployment: true, upgradeMode: 'savepoint' })
    }
  })

  test('a first deployment that was suspended before anything was sent is one still', () => {
    const begun = written(decided({ status: freshStatus, spec: { job: { initialSavepointPath: 's3://b/old' } }, facts: clean() }))!
    const refused = { ...begun, operation: { ...stateOf(begun), step: 'TearDown' as const } }
    const dropped = written(decided({ status: refused, spec: { job: { state: 'suspended' } }, facts: clean() }))!
    expect(dropped.operation).toBeNull()
    const suspended = written(decided({ status: dropped, spec: { job: { state: 'suspended' } }, facts: clean() }))!
    expect(suspended.lifecycleState).toBe('SUSPENDED')
    expect(stateOf(written(decided({ status: suspended, spec: { job: { initialSavepointPath: 's3://b/new' } }, facts: clean() }))!))
      .toMatchObject({ purpose: 'FirstDeployment', source: { path: 's3://b/new' } })
  })

  test('a job that ran before and was suspended is resumed from its state, never from initialSavepointPath', () => {
    const status = suspendedStatus({ recorded: { state: 'suspended' }, record: { deployedAttempt: null, deployedSource: null } })
    expect(stateOf(written(decided({ status, spec: { job: { initialSavepointPath: 's3://b/init' } }, facts: clean() }))!)).toMatchObject({
      purpose: 'Resume',
      source: { path: 's3://b/sp/1' },
    })
  })

  test('B12 a savepoint gets a fresh job id, persisted before', () => {
    const status = written(decided({ status: suspendedStatus(), facts: clean() }))!
    expect(stateOf(status)).toMatchObject({
      jobId: mintId('job', uid, 4, t0),
      source: { _tag: 'Path', path: 's3://b/sp/1' },
      purpose: 'Resume',
      attempt: 4,
    })
    expect(status.jobStatus).toMatchObject({ jobId, upgradeSavepointPath: 's3://b/sp/1' })
  })

  test('B12 HA metadata keeps the job id; the marker says where the state is', () => {
    const status = written(
      decided({ status: suspendedStatus({ recorded: { state: 'suspended', used: 'last-state' } }), facts: goneCluster() }),
    )!
    expect(stateOf(status)).toMatchObject({ jobId, source: { _tag: 'LastState', restorePath: marker } })
    expect(status.jobStatus.upgradeSavepointPath).toBe(marker)
    expect(recorded(status).upgradeMode).toBe('last-state')
  })

  test('B07 before the first checkpoint the path in the status stays', () => {
    const status = written(
      decided({
        status: suspendedStatus({
          recorded: { state: 'suspended', used: 'last-state' },
          record: { deployedSource: { _tag: 'LastState', restorePath: null, reason: '' } },
        }),
        facts: goneCluster(t0, { configMaps: known([haConfigMap(jobId, ['counter'])], t0) }),
      }),
    )!
    expect(stateOf(status)).toMatchObject({ jobId, source: { _tag: 'LastState', restorePath: null } })
    expect(status.jobStatus.upgradeSavepointPath).toBe('s3://b/sp/1')
  })

  test.each([['savepoint', newJob], ['last-state', jobId]] as const)(
    'a job id that the user fixed is used, but not over HA metadata: %s',
    (used, want) => {
      const spec = { configuration: { '$internal.pipeline.job-id': newJob } }
      const status = suspendedStatus({ recorded: { state: 'suspended', used, spec } })
      expect(stateOf(written(decided({ status, spec, facts: goneCluster() }))!).jobId).toBe(want)
    },
  )

  test('B35 the record names the mode of the suspend, or stateless where that is wished by now', () => {
    expect(
      recorded(written(decided({ status: suspendedStatus(), spec: { job: { upgradeMode: 'last-state' } }, facts: clean() }))!).upgradeMode,
    ).toBe('savepoint')
    expect(
      recorded(written(decided({ status: suspendedStatus(), spec: { job: { upgradeMode: 'stateless' } }, facts: clean() }))!).upgradeMode,
    ).toBe('stateless')
  })

  test.each<readonly [string, Given, readonly string[]]>([
    ['a resume is an edit', { status: suspendedStatus(), facts: clean() }, ['SpecChanged']],
    ['an upgrade told its edit when it stopped the job', {
      status: suspendedStatus({ reconciliation: { state: 'UPGRADING' } }),
      facts: clean(),
    }, []],
    ['a recovery says so', {
      status: runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } }),
      facts: goneCluster(),
    }, ['RecoverDeployment']],
  ])('events: %s', (_title, given, reasons) => {
    expect(
      eventsOf(decided(given)).filter(({ type, reason }) => type === 'Normal' || reason === 'RecoverDeployment').map(({ reason }) =>
        reason
      ),
    ).toEqual(reasons)
  })
})

describe('begin again what ran before: the record stays (control-flow.md, section 4.10)', () => {
  test('4.10/4 a recovery keeps job id and record', () => {
    const before = runningStatus({ jobManagerDeploymentStatus: 'MISSING', job: { state: 'RECONCILING' } })
    const status = written(
      decided({ status: before, spec: { job: { parallelism: 2 } }, metadata: { generation: 1 }, facts: goneCluster() }),
    )!
    expect(stateOf(status)).toMatchObject({ purpose: 'Recovery', jobId, source: { _tag: 'LastState' } })
    expect(status.reconciliationStatus).toEqual(before.reconciliationStatus)
  })

  test('4.10/1 the restart of a failed job: from its definite last state, with a fresh job id (T14)', () => {
    const spec = { configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }
    const status = written(
      decided({
        status: runningStatus({
          recorded: { spec },
          job: { state: 'FAILED', upgradeSavepointPath: 's3://cp/3' },
          record: { terminalSince: 0, left: true, runningSince: null },
        }),
        spec,
        facts: runningCluster(t0, { jobs: known([], t0) }),
      }),
    )!
    expect(stateOf(status)).toMatchObject({
      purpose: 'RestartFailed',
      jobId: mintId('job', uid, 4, t0),
      source: { _tag: 'Path', path: 's3://cp/3' },
    })
    expect(status.reconciliationStatus.lastReconciledSpec).toBe(recordOf({ spec }))
  })

  test('E1 a failed job whose last state is not known is not restarted', () => {
    const spec = { configuration: { 'kubernetes.operator.job.restart.failed': 'true' } }
    const actions = decided({
      status: runningStatus({
        jobManagerDeploymentStatus: 'READY',
        recorded: { spec },
        job: { state: 'FAILED', upgradeSavepointPath: marker },
        record: { terminalSince: 0, left: true, runningSince: null },
      }),
      spec,
      facts: runningCluster(t0, { jobs: known([], t0) }),
    })
    expect(written(actions)?.operation).toBeNull()
    expect(errorMessageOf(written(actions)!)).toContain('last checkpoint is unknown')
  })

  test('4.9 a rollback puts up the stable spec; the bad one stays recorded', () => {
    const status = suspendedStatus({
      reconciliation: { state: 'ROLLING_BACK' },
      recorded: { state: 'suspended', used: 'last-state', spec: { rest: { image: 'bad' } } },
      stable: { spec: { rest: { image: 'good' } } },
    })
    const after = written(decided({ status, spec: { rest: { image: 'bad' } }, facts: goneCluster() }))!
    expect(stateOf(after)).toMatchObject({ purpose: 'Rollback', jobId, source: { _tag: 'LastState' } })
    expect(recorded(after)).toMatchObject({ image: 'bad', state: 'suspended', upgradeMode: 'last-state' })
    expect(after.reconciliationStatus.state).toBe('ROLLING_BACK')
  })
})

const deploying = (change: Partial<DeployOperation> = {}, status: StatusChange = {}) =>
  suspendedStatus({
    operation: aDeploy(change),
    reconciliation: { state: 'UPGRADING' },
    ...recordedBeside(aDeploy(change)),
    ...status,
    recorded: { state: 'suspended', ...status.recorded },
  })
const act = (status: FlinkDeploymentStatus, facts: FlinkDeploymentFacts, rest: Given = {}): readonly FlinkDeploymentAction[] =>
  decided({ status, facts, ...rest })
const edited = { spec: { job: { parallelism: 9 } } }

describe('TearDown: what another attempt left goes first', () => {
  test('B62 all of it is looked at, live, where the watches tell of nothing; but Services, whose creation is refused where they are there', () => {
    expect(queriesOf(act(deploying(), goneByTheWatch()))).toEqual(['ReadDeployment', 'ListJobManagerPods', 'ListConfigMaps'])
  })

  test('F17 what the watches say is still there is waited for without a request', () => {
    expect(queriesOf(act(deploying(), { ...goneByTheWatch(), jobManagerPods: known([aPod({ deleting: true })], t0, 'cache') }))).toEqual([])
  })

  test.each<readonly [string, FlinkDeploymentFacts, readonly string[]]>([
    ['B28 the JobManager of the last one stops', runningCluster(), ['PatchObject Deployment app']],
    ['B28 D-34 its pods are waited for', clean({ jobManagerPods: known([aPod({ deleting: true })], t0) }), []],
    ['its own ConfigMaps and Services go', clean({ configMaps: known([flinkConfigMap()], t0), services: known([restService()], t0) }), [
      'DeleteObject ConfigMap flink-config-app',
      'DeleteObject Service app-rest',
    ]],
    ['P14 what could not be seen is waited for', clean({ services: unknown('Timeout', 'late', t0) }), []],
    ['P14 HA metadata as well', clean({ configMaps: unknown('Timeout', 'late', t0) }), []],
  ])('%s', (_title, facts, effects) => {
    const actions = act(deploying(), facts)
    expect(effectsOf(actions)).toEqual(effects)
    expect(requeueOf(actions).after).toBe(1_000)
    expect((written(actions) ?? deploying()).operation).toEqual(aDeploy())
  })

  test.each([[t0, null], [
    t0 - 1,
    expect.stringMatching(/^The previous cluster is still being deleted: waiting for .+ to (be gone|stop)\. If a finalizer/u) as unknown,
  ]])('past %d the delay is told', (giveUpAt, text) => {
    for (const facts of [runningCluster(), clean({ jobManagerPods: known([aPod()], t0) })])
      expect(errorMessageOf(written(act(deploying({ giveUpAt }), facts)) ?? deploying())).toEqual(text)
  })

  test.each<readonly [string, RestoreSource]>([['H38 H-D11 B24 D-09 an empty start', { _tag: 'Empty', reason: '' }], ['D-09 a path', {
    _tag: 'Path',
    path: 's3://x',
    reason: '',
  }]])('%s: all HA metadata goes first', (_title, source) => {
    const actions = act(deploying({ source }), goneCluster())
    expect(effectsOf(actions)).toEqual(['DeleteHaMetadata'])
    expect(find(actions, 'DeleteHaMetadata')).toMatchObject({
      clusterId: 'app',
      namespace: 'ns',
      configMaps: [clusterConfigMap, haConfigMap()].map(({ name, uid: it }) => ({ name, uid: it })),
    })
    expect(requeueOf(actions).after).toBe(0)
  })

  test('P17 HA metadata that is going already is waited for, not deleted again and again', () => {
    const actions = act(deploying(), goneCluster(t0, { configMaps: known([{ ...haConfigMap(), deleting: true }], t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect((written(actions) ?? deploying()).operation).toEqual(aDeploy())
    expect(requeueOf(actions).after).toBeGreaterThan(0)
  })

  test('only what is not going yet is deleted', () => {
    const actions = act(deploying(), goneCluster(t0, { configMaps: known([clusterConfigMap, { ...haConfigMap(), deleting: true }], t0) }))
    expect(find(actions, 'DeleteHaMetadata').configMaps.map(({ name }) => name)).toEqual([clusterConfigMap.name])
  })

  test('H23 H-D05 B09 B10 HA metadata to restore from is gone: nothing is started, a person is told', () => {
    const actions = act(deploying({ source: fromHa, jobId }), clean())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)!.operation).toBeNull()
    expect(errorMessageOf(written(actions)!)).toContain('HA metadata is not available to restore from last state')
    expect(eventsOf(actions).map(({ reason }) => reason)).toContain('RestoreFailed')
    expect(requeueOf(actions).after).toBe(1_000)
  })

  test('H34 HA metadata of another job is not it', () => {
    expect(
      written(act(deploying({ source: fromHa, jobId }), goneCluster(t0, { configMaps: known([haConfigMap('c'.repeat(32))], t0) })))!
        .operation,
    ).toBeNull()
  })

  const plans = {
    ...haConfigMap(jobId, ['checkpointID-1', `jobGraph-${jobId}`, `executionPlan-${jobId}`, 'counter']),
    resourceVersion: '99',
  }

  test.each([[t0 + 1, 0], [t0, 1_000]])(
    'H09 B21 the stored job graph goes, checkpoint pointers stay (patience until %d)',
    (giveUpAt, after) => {
      const actions = act(
        deploying({ source: fromHa, jobId, giveUpAt }),
        goneCluster(t0, { configMaps: known([plans, clusterConfigMap], t0) }),
      )
      expect(effectsOf(actions)).toEqual(['PruneHaExecutionPlan'])
      expect(find(actions, 'PruneHaExecutionPlan')).toMatchObject({
        namespace: 'ns',
        configMaps: [{ name: plans.name, resourceVersion: '99', keys: [`jobGraph-${jobId}`, `executionPlan-${jobId}`] }],
      })
      expect(requeueOf(actions).after).toBe(after)
    },
  )

  test('H07 H39 nothing stored, or pruned before a crash: the next round creates, and prunes no more', () => {
    const pruned = { ...plans, dataKeys: plans.dataKeys.filter(key => !key.endsWith(jobId)) }
    const facts = goneCluster(t0, { configMaps: known([pruned, clusterConfigMap], t0) })
    expect(effectsOf(act(deploying({ source: fromHa, jobId }), prepared(operationId, facts))))
      .toContain('CreateObject JobManagerDeployment')
  })

  test("H22 the cluster's ConfigMap was deleted, the job's is there: its plan is submitted anew and its state kept", () => {
    const facts = goneCluster(t0, { configMaps: known([haConfigMap()], t0) })
    const actions = act(deploying({ source: fromHa, jobId }), prepared(operationId, facts))
    expect(effectsOf(actions)).toContain('CreateObject JobManagerDeployment')
    expect(effectsOf(actions)).not.toContain('DeleteHaMetadata')
  })

  test('all is clear: what its Deployment needs is created, in its order, and the attempt is not on its way yet (L3, L4)', () => {
    const actions = act(deploying(), clean())
    expect(effectsOf(actions)).toEqual(['CreateObject FlinkConfig', 'CreateObject RestService'])
    expect(written(actions) ?? deploying()).toMatchObject({ operation: { step: 'TearDown', id: operationId } })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Submit'])
    expect(requeueOf(actions).after).toBe(0)
  })

  test.each<readonly [string, FlinkDeploymentFacts, readonly string[]]>([
    ['a part that is there is not created again', clean({ configMaps: known([flinkConfigMap(operationId, ofResource)], t0) }), [
      'CreateObject RestService',
    ]],
    [
      'one of an earlier attempt of the same deploy counts',
      clean({
        configMaps: known([
          flinkConfigMap('first', { ...ofResource, annotations: { [attemptAnnotation]: 'first', [deployAnnotation]: operationId } }),
        ], t0),
      }),
      ['CreateObject RestService'],
    ],
    [
      'one of another deploy goes',
      clean({
        configMaps: known([
          flinkConfigMap('first', { ...ofResource, annotations: { [attemptAnnotation]: 'first', [deployAnnotation]: 'first' } }),
        ], t0),
      }),
      ['DeleteObject ConfigMap flink-config-app'],
    ],
    [
      'one that is being deleted is waited for',
      clean({ configMaps: known([flinkConfigMap(operationId, { ...ofResource, deleting: true })], t0) }),
      [],
    ],
  ])('P06 %s', (_title, facts, effects) => {
    expect(effectsOf(act(deploying(), facts))).toEqual(effects)
  })

  test('P05 what was prepared hours ago proves nothing: all is looked at again before the Deployment is sent', () => {
    expect(queriesOf(act(deploying(), prepared(operationId, goneByTheWatch())))).toEqual([
      'ReadDeployment',
      'ListJobManagerPods',
      'ListConfigMaps',
    ])
  })

  test('the Deployment of the attempt is sent once all that it needs is there, and alone', () => {
    const actions = act(deploying(), prepared(operationId, clean()))
    // P06: an event between the two would keep an operator from ever sending it that has time for two effects only
    expect(actions.map(({ _tag }) => _tag)).toEqual(['PersistStatus', 'CreateObject', 'PersistStatus', 'Requeue'])
    expect(effectsOf(actions)).toEqual(['CreateObject JobManagerDeployment'])
    expect(written(actions)).toMatchObject({
      operation: { step: 'Create', id: operationId },
      jobManagerDeploymentStatus: 'MISSING',
      jobStatus: { jobId: newJob },
    })
    const { manifest } = find(actions, 'CreateObject')
    expect(manifest).toMatchObject({
      _tag: 'ClusterManifest',
      input: {
        attempt: operationId,
        clusterId: 'app',
        namespace: 'ns',
        flinkVersion: 'v1_20',
        mode: 'native',
        owner: { uid, name: 'app', kind: 'FlinkDeployment' },
      },
    })
    if (manifest._tag === 'ClusterManifest')
      expect(manifest.input.configuration).toMatchObject({
        '$internal.pipeline.job-id': newJob,
        'execution.savepoint.path': 's3://b/sp/1',
        'parallelism.default': '2',
      })
  })

  test("B10 a restore from HA metadata carries a path that can't exist", () => {
    const { manifest } = find(act(deploying({ source: fromHa, jobId }), goneCluster()), 'CreateObject')
    if (manifest._tag === 'ClusterManifest')
      expect(manifest.input.configuration).toMatchObject({ '$internal.pipeline.job-id': jobId, 'execution.savepoint.path': marker })
  })

  describe('B22 allowNonRestoredState is handed on whatever the job starts from: the path, that of HA metadata before its first checkpoint, or none', () => {
    const ignored = (source: RestoreSource, allowNonRestoredState: boolean | null): unknown => {
      const job = { allowNonRestoredState }
      const isHa = source._tag === 'LastState'
      const status = { source, ...(isHa ? { jobId } : {}) }
      const { manifest } = find(
        act(deploying(status, { recorded: { spec: { job } } }), clean(isHa ? { configMaps: known([haConfigMap()], t0) } : {}), {
          spec: { job },
        }),
        'CreateObject',
      )
      return manifest._tag === 'ClusterManifest' ? manifest.input.configuration['execution.savepoint.ignore-unclaimed-state']
        : expect.fail('no manifest')
    }
    const path: RestoreSource = { _tag: 'Path', path: 's3://b/sp/1', reason: 'test' }
    test.each<readonly [string, RestoreSource]>([
      ['a path', path],
      ['HA metadata', fromHa],
      ['HA metadata without a checkpoint yet', { _tag: 'LastState', restorePath: 's3://b/sp/1', reason: 'test' }],
      ['empty', { _tag: 'Empty', reason: 'test' }],
    ])('%s', (_title, source) => {
      expect([ignored(source, true), ignored(source, false), ignored(source, null)]).toEqual(['true', 'false', undefined])
    })
  })

  test('standalone: TaskManagers come once the Deployment of the JobManager was seen', () => {
    const rest = { rest: { mode: 'standalone' } }
    const actions = act(deploying({}, { recorded: { spec: rest } }), clean({ taskManagerDeployment: absent(t0) }), { spec: rest })
    expect(effectsOf(actions)).toEqual(['CreateObject FlinkConfig', 'CreateObject InternalService', 'CreateObject RestService'])
  })

  test.each<readonly [string, Given]>([
    ['an edit', edited],
    ['suspended', { spec: { job: { state: 'suspended' } } }],
  ])('%s before anything was sent: the attempt is dropped and decided anew', (_title, rest) => {
    const actions = act(deploying(), clean(), rest)
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)!.operation).toBeNull()
    expect(requeueOf(actions).after).toBe(0)
  })

  test.each<readonly [string, Given]>([
    ['ignored fields', { spec: { job: { upgradeMode: 'last-state' } } }],
    ['P10 an invalid edit', { spec: { job: { parallelism: -1 } } }],
    ['no edit', {}],
  ])('%s: it goes on', (_title, rest) => {
    expect(effectsOf(act(deploying(), prepared(operationId, clean()), rest))).toContain('CreateObject JobManagerDeployment')
  })

  test.each<readonly [OperationPurpose, StatusChange]>([
    ['Rollback', {
      reconciliation: { state: 'ROLLING_BACK' },
      recorded: { state: 'suspended', spec: { rest: { image: 'bad' } } },
      stable: { spec: { rest: { image: 'good' } } },
    }],
    ['Recovery', { reconciliation: { state: 'DEPLOYED' }, recorded: { state: 'running', spec: { rest: { image: 'bad' } } } }],
  ])('%s puts up something else than what is wanted, on purpose; an edit against the record outdates it', (purpose, change) => {
    const status = deploying({ purpose }, change)
    const bad = { rest: { image: 'bad' } }
    const actions = act(status, clean(), { spec: bad })
    const { manifest } = find(actions, 'CreateObject')
    expect(manifest._tag === 'ClusterManifest' && JSON.stringify(manifest.input).includes(purpose === 'Rollback' ? 'good' : 'bad')).toBe(
      true,
    )
    expect(written(act(status, clean(), { spec: { ...bad, ...edited.spec } }))!.operation).toBeNull()
  })
})

test('P10 B39 in ROLLED_BACK a lost JobManager is brought back while the newest edit is invalid, not begun again and again', () => {
  const status = deploying({ purpose: 'Recovery', source: fromHa, jobId }, {
    reconciliation: { state: 'ROLLED_BACK' },
    recorded: { state: 'running', spec: { rest: { image: 'bad' } } },
    stable: { spec: { rest: { image: 'good' } } },
  })
  const actions = act(status, prepared(operationId, goneCluster()), { spec: { job: { parallelism: -1 } } })
  expect(effectsOf(actions)).toContain('CreateObject JobManagerDeployment')
  expect(JSON.stringify(find(actions, 'CreateObject').manifest)).toContain('good')
})

describe('Create: "deployed" is every object of the attempt (L3)', () => {
  const attempt = operationId
  const there = aDeployment({ annotations: { [attemptAnnotation]: attempt } })
  const complete = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
    clean({
      deployment: known(there, t0),
      configMaps: known([flinkConfigMap(attempt)], t0),
      services: known([restService(attempt), { ...restService(attempt), name: 'app', uid: 'uid-internal' }], t0),
      ...change,
    })
  const creating = (change: Partial<DeployOperation> = {}, status: StatusChange = {}) =>
    deploying({ step: 'Create', ...change }, {
      jobManagerDeploymentStatus: 'MISSING',
      job: { jobId: newJob, state: 'FINISHED', upgradeSavepointPath: 's3://b/sp/1' },
      ...status,
    })

  test('the objects are looked at, live', () => {
    expect(queriesOf(act(creating(), { deployment: known(there, t0, 'cache') }))).toEqual([
      'ReadDeployment',
      'ListJobManagerPods',
      'ListConfigMaps',
      'ListServices',
    ])
  })

  test('L3 M-D02 an incomplete set is completed', () => {
    expect(effectsOf(act(creating(), complete({ configMaps: known([], t0) })))).toEqual(['CreateObject FlinkConfig'])
    expect(effectsOf(act(creating(), complete({ services: known([], t0) }))).filter(it => it.includes('RestService'))).toEqual([
      'CreateObject RestService',
    ])
  })

  test('A19 B02 nothing arrived: its Deployment is not sent again; what the next attempt needs is prepared', () => {
    const actions = act(creating(), clean({ names: known([], t0) }))
    expect(effectsOf(actions)).toEqual(['CreateObject FlinkConfig', 'CreateObject RestService'])
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['Submit'])
    expect((written(actions) ?? creating()).operation).toEqual(creating().operation)
  })

  test('A19 B02 P06 its Deployment did not arrive, and the rest is there: one under a new id is sent, with the write that says so', () => {
    const actions = act(creating(), prepared(attempt, clean({ names: known([], t0) })))
    expect(effectsOf(actions)).toEqual(['CreateObject JobManagerDeployment'])
    const status = written(actions)!
    expect(status).toMatchObject({
      operation: { step: 'Create', jobId: newJob, attempt: 5, deployId: attempt },
      operatorRecord: { attempts: 5 },
    })
    expect(status.operation?.id).toBe(mintId('operation', uid, 5, t0))
    expect(find(actions, 'CreateObject').manifest).toMatchObject({ input: { attempt: status.operation?.id, deploy: attempt } })
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['of another attempt', complete({ configMaps: known([flinkConfigMap('other')], t0) })],
    ['that is going', complete({ configMaps: known([flinkConfigMap(attempt, { deleting: true })], t0) })],
    ['of nobody', complete({ configMaps: known([flinkConfigMap(null)], t0) })],
  ])('a ConfigMap %s does not count', (_title, facts) => {
    expect(effectsOf(act(creating(), facts))).toEqual(['CreateObject FlinkConfig'])
  })

  test('P21 A19 a Deployment of another attempt is in the way: it goes first, and ours may still arrive', () => {
    const actions = act(creating(), complete({ deployment: known(aDeployment(), t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: { step: 'TearDown', abandonedAt: null } })
    expect(written(actions)?.operation?.id).not.toBe(attempt)
  })

  test('B34 P01 its own Deployment that is going may have run: it is lost like any other', () => {
    const actions = act(creating(), complete({ deployment: known({ ...there, deleting: true }, t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
  })

  test.each<readonly [string, keyof FlinkDeploymentFacts]>([['Deployment', 'deployment'], ['pods', 'jobManagerPods'], [
    'ConfigMaps',
    'configMaps',
  ], ['Services', 'services']])('P05 P14 the %s could not be seen: wait', (_title, field) => {
    const actions = act(creating(), clean({ [field]: unknown('Timeout', 'late', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the Kubernetes API to return the objects of the attempt' })
  })

  test('P21 ConfigMaps and Services get the Deployment as owner', () => {
    const facts = complete({
      configMaps: known(
        [flinkConfigMap(attempt, ofResource), flinkConfigMap(attempt, { ...ofNobody, name: 'other', annotations: {} })],
        t0,
      ),
      services: known([restService(attempt, ofNobody), { ...restService(attempt), name: 'app' }], t0),
    })
    const actions = act(creating(), facts)
    expect(effectsOf(actions)).toEqual(['PatchObject ConfigMap flink-config-app', 'PatchObject Service app-rest'])
    expect(find(actions, 'PatchObject')).toMatchObject({
      target: { apiVersion: 'v1', namespace: 'ns', uid: 'uid-flink-config-app' },
      patch: { metadata: { ownerReferences: [{ kind: 'Deployment', name: 'app', uid: there.uid }] } },
    })
  })

  test('A19 parts of an earlier attempt of this deploy get the mark of the one that runs, in the patch that lets it start', () => {
    const old = { ...ofResource, annotations: { [attemptAnnotation]: 'first', [deployAnnotation]: attempt } }
    const facts = complete({
      configMaps: known([flinkConfigMap('first', old)], t0),
      services: known([restService('first', old)], t0),
    })
    const actions = act(creating({ deployId: attempt }), facts)
    expect(effectsOf(actions)).toEqual(['PatchObject ConfigMap flink-config-app', 'PatchObject Service app-rest'])
    expect(find(actions, 'PatchObject').patch).toMatchObject({
      metadata: { annotations: { [attemptAnnotation]: attempt }, ownerReferences: [{ uid: there.uid }] },
      data: { [`attempt-${attempt}`]: '' },
    })
  })

  test('complete: what was recorded before is now what runs (1.3/2)', () => {
    const status = creating({ targetGeneration: 6, source: { _tag: 'Path', path: 's3://b/sp/1', reason: 'x' } }, {
      clusterInfo: { ClusterHealthInfo: '{}', 'flink-version': '1.20' },
      recorded: { used: 'savepoint', state: 'suspended', firstDeployment: false },
    })
    const actions = act(status, complete(), { metadata: { generation: 7 } })
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({
      operation: null,
      observedGeneration: 6,
      jobManagerDeploymentStatus: 'DEPLOYING',
      jobStatus: { state: 'RECONCILING', jobId: newJob },
      reconciliationStatus: { state: 'DEPLOYED', reconciliationTimestamp: t0 },
      operatorRecord: {
        deployedAttempt: attempt,
        deployedSource: { _tag: 'Path', path: 's3://b/sp/1' },
        terminalSince: null,
        lastState: stateOfRunningJob,
      },
      taskManager: { replicas: 2 },
    })
    expect(written(actions)!.clusterInfo).toEqual({ 'flink-version': '1.20' })
    expect(recorded(written(actions)!)).toMatchObject({ state: 'running', upgradeMode: 'savepoint' })
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'the JobManager to come up' })
  })

  test('4.9 D-05 complete, of a rollback whose answer was lost: ROLLED_BACK, the bad spec recorded as running', () => {
    const status = creating({ purpose: 'Rollback' }, {
      reconciliation: { state: 'ROLLING_BACK' },
      recorded: { state: 'suspended', used: 'last-state', spec: { rest: { image: 'bad' } } },
      stable: { spec: { rest: { image: 'good' } } },
      clusterInfo: { ClusterHealthInfo: '{}' },
    })
    const after = written(act(status, complete(), { spec: { rest: { image: 'bad' } } }))!
    expect(after).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'ROLLED_BACK' },
      lifecycleState: 'ROLLED_BACK',
      operatorRecord: { deployedAttempt: attempt, deployedSource: { _tag: 'Path' } },
      clusterInfo: {},
    })
    expect(recorded(after)).toMatchObject({ image: 'bad', state: 'running', upgradeMode: 'last-state' })
  })

  test.each<OperationPurpose>(['Recovery', 'RestartFailed', 'RestartUnhealthy'])('4.10 complete, of a %s: the record stays', purpose => {
    const text = recordOf({ spec: { rest: { image: 'x' } }, used: 'last-state' })
    const status = creating({ purpose }, { reconciliation: { state: 'DEPLOYED', lastReconciledSpec: text } })
    const after = written(act(status, complete(), { spec: { rest: { image: 'x' } } }))!
    expect(after).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED', lastReconciledSpec: text },
      jobManagerDeploymentStatus: 'DEPLOYING',
    })
  })

  test.each<readonly [string, Given]>([['an edit', edited], ['suspended', { spec: { job: { state: 'suspended' } } }], ['a deletion', {
    metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' },
  }]])(
    '%s while the Deployment did not arrive: nothing more is sent',
    (_title, rest) => {
      const actions = act(creating(), clean(), rest)
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)).toMatchObject({ operation: { step: 'Abandon', abandonedAt: t0 } })
    },
  )

  test('an edit after the Deployment arrived: it is completed first, then upgraded', () => {
    expect(effectsOf(act(creating(), complete({ configMaps: known([], t0) }), edited))).toEqual(['CreateObject FlinkConfig'])
    expect(written(act(creating(), complete(), edited))).toMatchObject({
      operation: null,
      reconciliationStatus: { state: 'DEPLOYED' },
      observedGeneration: 2,
    })
  })
})

describe('Abandon: a create that was sent may still arrive', () => {
  const abandoned = (at = t0) => deploying({ step: 'Abandon', abandonedAt: at }, { record: { deployedAttempt: 'old' } })
  const arrived = known(aDeployment({ annotations: { [attemptAnnotation]: operationId } }), t0)

  test('it is looked for', () => {
    expect(queriesOf(act(abandoned(), {}, edited))).toEqual(['ReadDeployment', 'ListJobManagerPods', 'ListConfigMaps', 'ListServices'])
  })

  test.each([[t0, 10_000], [t0 - lateArrivalLimit + 3_000, 3_000], [t0 - lateArrivalLimit + 1, 1]])(
    'abandoned at %d: waits %d ms',
    (at, after) => {
      const actions = act(abandoned(at), clean(), edited)
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)?.operation ?? 'same').not.toBeNull()
      expect(requeueOf(actions).after).toBe(after)
    },
  )

  test('W50 P06 P25 the time at which it was given up was removed: it counts from now', () => {
    const unknownTime = deploying({ step: 'Abandon', abandonedAt: null }, { record: { deployedAttempt: 'old' } })
    expect(written(act(unknownTime, clean(), edited))).toMatchObject({ operation: { step: 'Abandon', abandonedAt: t0 } })
  })

  test('nothing can arrive any more: over', () => {
    const actions = act(abandoned(t0 - lateArrivalLimit), clean(), edited)
    expect(written(actions)).toMatchObject({ operation: null, operatorRecord: { deployedAttempt: null } })
    expect(requeueOf(actions).after).toBe(0)
  })

  test('it arrived after all: completed like any other', () => {
    expect(written(act(abandoned(), clean({ deployment: arrived }), edited))).toMatchObject({
      operation: { step: 'Create', abandonedAt: null },
    })
  })

  test('P14 it could not be seen: wait, however long', () => {
    const actions = act(abandoned(0), clean({ deployment: unknown('Timeout', 'late', t0) }), edited)
    expect(written(actions)?.operation ?? 'same').not.toBeNull()
    expect(requeueOf(actions).after).toBe(1_000)
  })

  test('P14 P01 what its job may have left could not be seen: wait, however long', () => {
    const facts = clean({ configMaps: unknown('Timeout', 'late', t0) })
    const actions = act(abandoned(0), facts, edited)
    expect(written(actions)?.operation ?? 'same').not.toBeNull()
    expect(requeueOf(actions)).toMatchObject({ after: 1_000, waitingFor: 'HA metadata to become readable' })
  })

  test.each<readonly [string, FlinkDeploymentFacts['jobManagerPods']]>([
    ['is there', known([aPod()], t0)],
    ['could not be seen', unknown('Timeout', 'late', t0)],
  ])('P01 its Deployment is not there, but a JobManager %s: what that may still leave is waited for', (_title, jobManagerPods) => {
    const actions = act(abandoned(t0 - lateArrivalLimit), clean({ jobManagerPods: jobManagerPods! }), edited)
    expect(written(actions)?.operation ?? 'same').not.toBeNull()
    expect(requeueOf(actions).waitingFor).toContain('the JobManager of the abandoned attempt')
  })

  test('B50 a Deployment of somebody else is not the attempt, and no reason to wait for ever', () => {
    const facts = clean({ deployment: known(aDeployment(), t0) })
    expect(requeueOf(act(abandoned(), facts, edited)).after).toBe(10_000)
    expect(written(act(abandoned(t0 - lateArrivalLimit), facts, edited))).toMatchObject({ operation: null })
  })

  const deletion: Given = { metadata: { deletionTimestamp: '2023-11-14T22:13:00Z' } }

  test.each<readonly [string, FlinkDeploymentFacts, number, boolean]>([
    ['it arrived: it goes with the resource', clean({ deployment: arrived }), t0, true],
    ['it may still arrive', clean(), t0, false],
    ['it did not arrive', clean(), t0 - lateArrivalLimit, true],
  ])('while the resource is being deleted: %s', (_title, facts, at, isOver) => {
    const actions = act(abandoned(at), facts, deletion)
    expect(effectsOf(actions)).toEqual([])
    expect((written(actions) ?? abandoned()).operation === null).toBe(isOver)
  })
})

test("a record that can't be read stops everything, an attempt included (B41)", () => {
  const actions = act(deploying({}, { reconciliation: { lastReconciledSpec: '{' } }), clean())
  expect(effectsOf(actions)).toEqual([])
  expect(errorMessageOf(written(actions)!)).toContain("lastReconciledSpec can't be read")
})

test('the fixtures: an HA ConfigMap is no object of an attempt', () => {
  expect(aConfigMap('x').annotations).toEqual({})
})

test('P01 an attempt that was seen created and whose Deployment is gone is lost, and never put up again from where it began', () => {
  const after = written(act(deploying({ step: 'Created' }), clean()))
  expect(after).toMatchObject({ operation: null, reconciliationStatus: { state: 'DEPLOYED' } })
  expect(effectsOf(act(deploying({ step: 'Created' }), clean()))).toEqual([])
})
