import { describe, expect, test } from 'vitest'
import {
  aConfigMap,
  aDeployment,
  aPod,
  byTheWatch,
  clusterConfigMap,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  podTemplateMap,
  restService,
  runningCluster,
} from '../../../fixtures/cluster-facts.ts'
import { aTearDown, runningStatus, suspendedStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, eventsOf, queriesOf, requeueOf, written } from '../../../fixtures/round.ts'
import { isHard } from '../../contract/action/action-properties.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'
import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { TearDownOperation } from '../../contract/resource/operation.ts'
import { tearDownStep, type TearDownStep } from './tear-down-step.ts'

const place = { namespace: 'ns', name: 'app' }
const meta = { ...place } as Parameters<typeof tearDownStep>[0]['meta']
const gone = (change: FlinkDeploymentFacts = {}): FlinkDeploymentFacts =>
  goneCluster(t0, { configMaps: known([], t0), taskManagerDeployment: absent(t0), ...change })
const scaledDown = (change: object = {}) => known(aDeployment({ wantedReplicas: 0, replicas: 0, availableReplicas: 0, ...change }), t0)
const taskManagers = (change: object = {}) => known(aDeployment({ name: 'app-taskmanager', uid: 'uid-tm', ...change }), t0)
const stepOf = (facts: FlinkDeploymentFacts, mode: DeploymentMode = 'native'): TearDownStep =>
  tearDownStep({ meta, mode }, facts, 'Foreground')
const brief = (step: TearDownStep): string => {
  switch (step._tag) {
    case 'Look':
      return `Look ${step.queries.map(({ _tag }) => _tag).join(' ')}`
    case 'Unobservable':
      return `Blind ${step.why}`
    case 'Do':
      return `${effectsOf(step.effects).join(', ')}; waits for ${step.waitingFor}`
    case 'Wait':
      return `waits for ${step.waitingFor}`
    case 'Gone':
      return 'Gone'
  }
}

describe('the steps of taking a cluster away (cluster-manifests.md, section 14; B28, B85)', () => {
  test.each<readonly [string, FlinkDeploymentFacts, string]>([
    [
      'JobManager Deployment with replicas: set them to 0',
      runningCluster(),
      'PatchObject Deployment app; waits for the JobManager to stop',
    ],
    [
      'pods of the JobManager: wait',
      gone({ deployment: scaledDown(), jobManagerPods: known([aPod(), aPod({ name: 'app-2' })], t0) }),
      'waits for JobManager pod app-1 to be gone',
    ],
    ['pods without a Deployment: wait', gone({ jobManagerPods: known([aPod()], t0) }), 'waits for JobManager pod app-1 to be gone'],
    [
      'a Deployment with replicas that is going: its pods are waited for',
      gone({ deployment: known(aDeployment({ deleting: true }), t0), jobManagerPods: known([aPod()], t0) }),
      'waits for JobManager pod app-1 to be gone',
    ],
    [
      'a Deployment that is not being deleted: delete it',
      gone({ deployment: scaledDown() }),
      'DeleteObject Deployment app; waits for Deployment app to be gone',
    ],
    [
      'a Deployment that is being deleted: wait',
      gone({ deployment: scaledDown({ deleting: true }) }),
      'waits for Deployment app to be gone',
    ],
    [
      'our ConfigMaps and Services: delete them',
      gone({ configMaps: known([flinkConfigMap(), podTemplateMap()], t0), services: known([restService()], t0) }),
      'DeleteObject ConfigMap flink-config-app, DeleteObject ConfigMap pod-template-app, DeleteObject Service app-rest; waits for ConfigMap flink-config-app, ConfigMap pod-template-app, Service app-rest to be gone',
    ],
    [
      'those that are going are waited for',
      gone({
        configMaps: known([flinkConfigMap(null, { deleting: true })], t0),
        services: known([restService(null, { deleting: true })], t0),
      }),
      'waits for ConfigMap flink-config-app, Service app-rest to be gone',
    ],
    [
      'only those that are not going are deleted',
      gone({ configMaps: known([flinkConfigMap(null, { deleting: true })], t0), services: known([restService()], t0) }),
      'DeleteObject Service app-rest; waits for ConfigMap flink-config-app, Service app-rest to be gone',
    ],
    [
      "HA metadata and others' ConfigMaps are no leftovers",
      gone({ configMaps: known([haConfigMap(), clusterConfigMap, aConfigMap('users')], t0) }),
      'Gone',
    ],
    ['nothing: gone', gone(), 'Gone'],
    [
      'JobManager before leftovers',
      gone({ deployment: scaledDown(), services: known([restService()], t0) }),
      'DeleteObject Deployment app; waits for Deployment app to be gone',
    ],
  ])('%s', (_title, facts, want) => {
    expect(brief(stepOf(facts))).toBe(want)
  })

  test('standalone: TaskManagers after the JobManager, before the leftovers', () => {
    const services = known([restService()], t0)
    expect(brief(stepOf(gone({ deployment: scaledDown(), taskManagerDeployment: taskManagers(), services }), 'standalone'))).toContain(
      'DeleteObject Deployment app;',
    )
    expect(brief(stepOf(gone({ taskManagerDeployment: taskManagers(), services }), 'standalone'))).toBe(
      'DeleteObject Deployment app-taskmanager; waits for Deployment app-taskmanager to be gone',
    )
    expect(brief(stepOf(gone({ taskManagerDeployment: taskManagers({ deleting: true }), services }), 'standalone'))).toBe(
      'waits for Deployment app-taskmanager to be gone',
    )
    expect(brief(stepOf(gone({ services }), 'standalone'))).toContain('DeleteObject Service app-rest')
  })

  test.each<readonly [keyof FlinkDeploymentFacts, DeploymentMode, boolean]>([
    ['deployment', 'native', true],
    ['jobManagerPods', 'native', true],
    ['configMaps', 'native', true],
    ['services', 'native', true],
    ['taskManagerDeployment', 'native', false],
    ['taskManagerDeployment', 'standalone', true],
    ['jobs', 'native', false],
  ])('P14 %s could not be seen, %s: blind %s', (field, mode, isUnobservable) => {
    const step = stepOf(gone({ [field]: unknown('Timeout', 'no answer', t0) }), mode)
    expect(brief(step)).toBe(isUnobservable ? 'Blind the Kubernetes API to return the objects of the cluster: no answer' : 'Gone')
  })

  const all = 'Look ReadDeployment ListJobManagerPods ListConfigMaps ListServices'
  const scaledDownGoing = known(aDeployment({ deleting: true, wantedReplicas: 0, replicas: 0, availableReplicas: 0 }), t0)

  test.each<readonly [string, FlinkDeploymentFacts, DeploymentMode, string]>([
    ['gone', gone(), 'native', all],
    ['gone, standalone', gone(), 'standalone', `${all} ReadTaskManagerDeployment`],
    ['with replicas: only what is patched', runningCluster(), 'native', 'Look ReadDeployment'],
    ['without replicas and pods', gone({ deployment: scaledDown() }), 'native', 'Look ReadDeployment ListJobManagerPods'],
    ['leftovers', gone({ services: known([restService()], t0) }), 'native', all],
    [
      'TaskManagers of a standalone cluster',
      gone({ taskManagerDeployment: taskManagers() }),
      'standalone',
      `${all} ReadTaskManagerDeployment`,
    ],
    ['P14 not to be seen', gone({ services: unknown('NotSynced', 'no', t0) }), 'native', all],
  ])('B62 F17 what is done, and that it is gone, rests on live looks: %s', (_title, facts, mode, want) => {
    expect(brief(stepOf(byTheWatch(facts), mode))).toBe(want)
  })

  test.each<readonly [string, FlinkDeploymentFacts, DeploymentMode, string]>([
    [
      'pods of the JobManager',
      gone({ deployment: scaledDown(), jobManagerPods: known([aPod({ deleting: true })], t0) }),
      'native',
      'waits for JobManager pod',
    ],
    ['a Deployment that is being deleted', gone({ deployment: scaledDownGoing }), 'native', 'waits for Deployment app to be gone'],
    [
      'TaskManagers that are being deleted',
      gone({ taskManagerDeployment: taskManagers({ deleting: true }) }),
      'standalone',
      'waits for Deployment app-taskmanager to be gone',
    ],
  ])('F17 what goes by itself is waited for without a request: %s', (_title, facts, mode, want) => {
    expect(brief(stepOf(byTheWatch(facts), mode))).toContain(want)
  })

  test.each<readonly [string, FlinkDeploymentFacts, string]>([
    [
      'F17 ConfigMaps and Services in the list that deletes the Deployment, before it',
      gone({ deployment: scaledDown(), configMaps: known([flinkConfigMap(), haConfigMap()], t0), services: known([restService()], t0) }),
      'DeleteObject ConfigMap flink-config-app, DeleteObject Service app-rest, DeleteObject Deployment app; waits for Deployment app to be gone',
    ],
    [
      'none that is going',
      gone({ deployment: scaledDown(), services: known([restService(null, { deleting: true })], t0) }),
      'DeleteObject Deployment app; waits for Deployment app to be gone',
    ],
    ['B85 not before the JobManager is gone', runningCluster(), 'PatchObject Deployment app; waits for the JobManager to stop'],
    ['each once', gone({ services: known([restService()], t0) }), 'DeleteObject Service app-rest; waits for Service app-rest to be gone'],
    ['P14 only by a live look', gone({ deployment: scaledDown(), services: known([restService()], t0, 'cache') }), 'Look ListServices'],
  ])('where the resource goes: %s', (_title, facts, want) => {
    expect(brief(tearDownStep({ meta, mode: 'native' }, facts, 'Foreground', 'Deletion'))).toBe(want)
  })

  test.each<readonly ['Foreground' | 'Background' | 'Orphan', string]>([
    ['Foreground', 'DeleteObject Deployment app;'],
    ['Background', 'DeleteObject ConfigMap flink-config-app;'],
    ['Orphan', 'DeleteObject ConfigMap flink-config-app;'],
  ])('A19 when the name of the Deployment is free, no ConfigMap is left that lets pods of the attempt start: %s', (propagation, first) => {
    const facts = gone({ deployment: scaledDown(), configMaps: known([flinkConfigMap()], t0) })
    expect(brief(tearDownStep({ meta, mode: 'native' }, facts, propagation, 'Deploy'))).toContain(first)
  })

  test('F17 what was not heard of yet is asked of the watches', () => {
    expect(stepOf({ deployment: absent(t0, 'cache') })).toMatchObject({
      _tag: 'Look',
      queries: [{ _tag: 'ListJobManagerPods', freshness: 'watched' }, { _tag: 'ListConfigMaps', freshness: 'watched' }, {
        _tag: 'ListServices',
        freshness: 'watched',
      }],
    })
  })

  test('each delete names the object that was seen, by its uid', () => {
    const step = tearDownStep({ meta, mode: 'native' }, gone({ deployment: scaledDown() }), 'Orphan')
    expect(step).toMatchObject({
      effects: [{
        target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'ns', name: 'app', uid: 'uid-deployment' },
        propagation: 'Orphan',
      }],
    })
    expect(stepOf(gone({ services: known([restService()], t0) }))).toMatchObject({
      effects: [{ target: { apiVersion: 'v1', kind: 'Service', namespace: 'ns', uid: 'uid-rest' }, propagation: 'Background' }],
    })
    expect(stepOf(runningCluster())).toMatchObject({ effects: [{ target: { uid: 'uid-deployment' }, patch: { spec: { replicas: 0 } } }] })
  })

  test('P03 at most one hard effect a step', () => {
    for (
      const facts of [
        runningCluster(),
        gone({ deployment: scaledDown() }),
        gone({ configMaps: known([flinkConfigMap()], t0), services: known([restService()], t0) }),
      ]
    ) {
      const step = stepOf(facts)
      expect(step._tag === 'Do' ? step.effects.filter(isHard).length : 0).toBeLessThanOrEqual(1)
    }
  })
})

describe('a tear-down operation', () => {
  const status = (change: Partial<TearDownOperation> = {}) => runningStatus({ operation: aTearDown(change) })
  const act = (facts: FlinkDeploymentFacts, change: Partial<TearDownOperation> = {}) =>
    decided({ status: status(change), facts, operator: { 'kubernetes.operator.resource.deletion.propagation': 'Background' } })

  test('it looks first', () => {
    expect(queriesOf(act({}))).toEqual(['ReadDeployment', 'ListJobManagerPods', 'ListConfigMaps', 'ListServices'])
  })

  test("it deletes by the operator's propagation policy", () => {
    expect(act(gone({ deployment: scaledDown() })).find(({ _tag }) => _tag === 'DeleteObject')).toMatchObject({ propagation: 'Background' })
    expect(requeueOf(act(gone({ deployment: scaledDown() }))).after).toBe(1_000)
  })

  test('P14 nothing is done on a guess', () => {
    const actions = act(gone({ jobManagerPods: unknown('Timeout', 'no answer', t0) }))
    expect(effectsOf(actions)).toEqual([])
    expect(requeueOf(actions)).toMatchObject({
      after: 1_000,
      waitingFor: 'the Kubernetes API to return the objects of the cluster: no answer',
    })
  })

  test.each([[t0, null], [
    t0 - 1,
    expect.stringMatching(/^The cluster is still being deleted: waiting for .+ to (be gone|be read|stop)\. If a finalizer/u) as unknown,
  ]])('past %d the delay is told', (giveUpAt, text) => {
    for (const facts of [runningCluster(), gone({ jobManagerPods: known([aPod()], t0) }), gone({ services: unknown('Timeout', 'x', t0) })])
      expect(errorMessageOf(written(act(facts, { giveUpAt })) ?? status())).toEqual(text)
  })

  test('M-D15 past its deadline, too, HA metadata waits for the JobManager to be seen gone', () => {
    const late = { giveUpAt: t0 - 1, deleteHaMetadata: true }
    const facts = {
      ...goneCluster(),
      deployment: known(aDeployment({ deleting: true, wantedReplicas: 0, replicas: 0, availableReplicas: 0 }), t0),
      jobManagerPods: known([aPod({ deleting: true })], t0),
    }
    for (
      const seen of [facts, { ...facts, deployment: absent<never>(t0) }, {
        ...facts,
        deployment: absent<never>(t0),
        jobManagerPods: unknown<never>('Timeout', 'x', t0),
      }]
    ) {
      const actions = act(seen, late)
      expect(effectsOf(actions)).toEqual([])
      expect(errorMessageOf(written(actions) ?? status())).toMatch(/^The cluster is still being deleted: waiting for /u)
    }
    expect(effectsOf(act(goneCluster(), late))).toEqual(['DeleteHaMetadata'])
  })

  test('the time to live: HA metadata stays (4.10/6)', () => {
    const actions = act(goneCluster())
    expect(effectsOf(actions)).toEqual([])
    expect(written(actions)).toMatchObject({ operation: null, jobManagerDeploymentStatus: 'MISSING', jobStatus: { state: 'FINISHED' } })
  })

  test('H37 B85 HA metadata goes after the last pod is seen gone, where that is asked for', () => {
    expect(effectsOf(act(goneCluster(t0, { jobManagerPods: known([aPod()], t0) }), { deleteHaMetadata: true }))).toEqual([])
    expect(effectsOf(act(goneCluster(), { deleteHaMetadata: true }))).toEqual(['DeleteHaMetadata'])
    expect(act(goneCluster(), { deleteHaMetadata: true }).find(({ _tag }) => _tag === 'DeleteHaMetadata')).toMatchObject({
      namespace: 'ns',
      clusterId: 'app',
      configMaps: [clusterConfigMap, haConfigMap()].map(({ name, uid }) => ({ name, uid })),
    })
    expect(effectsOf(act(goneCluster(t0, { configMaps: known([{ ...haConfigMap(), deleting: true }], t0) }), { deleteHaMetadata: true })))
      .toEqual([])
  })

  test('B26 a stray is taken away, with an event', () => {
    const actions = decided({
      status: suspendedStatus({ jobManagerDeploymentStatus: 'READY' }),
      spec: { job: { state: 'suspended' } },
      facts: runningCluster(),
    })
    expect(written(actions)).toMatchObject({
      operation: { kind: 'TearDown', purpose: 'StopOrphan', deleteHaMetadata: false, attempt: 4, giveUpAt: t0 + 300_000 },
      operatorRecord: { attempts: 4 },
    })
    expect(eventsOf(actions).map(({ reason }) => reason)).toEqual(['OrphanJob'])
    expect(effectsOf(actions)).toEqual([])
  })

  test('D-27 past its time to live the JobManager goes, without an event', () => {
    const actions = decided({
      status: suspendedStatus({ jobManagerDeploymentStatus: 'READY', record: { terminalSince: 0 } }),
      spec: { job: { state: 'suspended' } },
      facts: runningCluster(t0, { jobs: known([], t0) }),
    })
    expect(written(actions)).toMatchObject({ operation: { purpose: 'ShutdownTtl', deleteHaMetadata: false } })
    expect(eventsOf(actions)).toEqual([])
  })
})
