import { describe, expect, test } from 'vitest'
import {
  aConfigMap,
  aDeployment,
  aPod,
  clusterConfigMap,
  flinkConfigMap,
  goneCluster,
  haConfigMap,
  jobId,
  ofNobody,
  prepared,
} from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { decided, effectsOf, errorMessageOf, type Given, lookedAndDecided, queriesOf, requeueOf, written } from '../../../fixtures/round.ts'
import { initialFlinkDeploymentStatus } from '../../crd/flink-deployment-status-fields.ts'
import { known, unknown } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../contract/fact/cluster-facts.ts'

const blank: Given = { status: initialFlinkDeploymentStatus, metadata: { finalizers: [] } }
const clean = goneCluster(t0, { configMaps: known([], t0) })
const before = { ownerUids: ['uid-before'], owners: [{ kind: 'FlinkDeployment', name: 'app', uid: 'uid-before' }] }
const recorded = (given: Given, world: FlinkDeploymentFacts) => written(lookedAndDecided(given, world))?.operatorRecord.lastState

describe('finalizer P25 F02 a resource without our finalizer: did a cluster of that name exist before?', () => {
  test('what is there is seen live, before it can vanish', () => {
    expect(queriesOf(decided(blank))).toEqual(['ReadDeployment', 'ListJobManagerPods', 'ListConfigMaps'])
    expect(queriesOf(decided({ ...blank, facts: { ...clean, deployment: { _tag: 'Absent', source: 'cache', asOf: t0 } } }))).toEqual([
      'ReadDeployment',
    ])
  })

  test.each<readonly [string, FlinkDeploymentFacts]>([
    ['nothing', clean],
    ['F09 a Deployment of somebody else that has the name', {
      ...clean,
      deployment: known(aDeployment({ ...ofNobody, annotations: {} }), t0),
    }],
    ['a Deployment of another FlinkDeployment, whose names collide with these', {
      ...clean,
      deployment: known(aDeployment({ ownerUids: ['uid-a'], owners: [{ kind: 'FlinkDeployment', name: 'ap', uid: 'uid-a' }] }), t0),
    }],
    ['HA metadata of a cluster of another name', { ...clean, configMaps: known([aConfigMap(`app-two-${jobId}-config-map`)], t0) }],
    ["a pod that somebody else's controller made", {
      ...clean,
      jobManagerPods: known([aPod({ owners: [{ kind: 'StatefulSet', name: 'web', uid: 'x' }] })], t0),
    }],
  ])('%s is there: nobody has started anything, and that is written down', (_title, world) => {
    const suspended = lookedAndDecided({ ...blank, spec: { job: { state: 'suspended' } } }, world)
    expect(effectsOf(suspended)).toEqual(['AddFinalizer'])
    expect(written(suspended)?.operatorRecord.lastState).toEqual({ _tag: 'NeverStarted' })
    expect(lookedAndDecided(blank, world).filter(({ _tag }) => _tag === 'AddFinalizer')).toHaveLength(1)
  })

  test('P03 where it is to run, the attempt is written down first, then our finalizer is added, then its objects are created', () => {
    const actions = lookedAndDecided(blank, clean)
    expect(actions.map(({ _tag }) => _tag)).toEqual([
      'PersistStatus',
      'EmitEvent',
      'AddFinalizer',
      'CreateObject',
      'CreateObject',
      'Requeue',
    ])
    expect(written(actions)).toMatchObject({ operation: { kind: 'Deploy', purpose: 'FirstDeployment', step: 'TearDown', attempt: 1 } })
  })

  test('P06 A19 a crash before our finalizer was added: it is added, and the attempt that was begun goes on', () => {
    const status = written(lookedAndDecided(blank, clean))!
    expect(effectsOf(lookedAndDecided({ ...blank, status }, clean))).toEqual(['AddFinalizer'])
    expect(effectsOf(lookedAndDecided({ status }, clean))).toEqual(['CreateObject FlinkConfig', 'CreateObject RestService'])
    const created = lookedAndDecided({ status }, prepared(status.operation!.id!, clean))
    expect(effectsOf(created)).toEqual(['CreateObject JobManagerDeployment'])
    expect(written(created)?.operation).toMatchObject({ id: status.operation?.id, step: 'Create' })
  })

  test('F02 what is there of another life: nothing is created in the round that adds our finalizer', () => {
    expect(effectsOf(lookedAndDecided(blank, { ...clean, configMaps: known([haConfigMap()], t0) }))).toEqual(['AddFinalizer'])
  })

  test.each<readonly [string, FlinkDeploymentFacts, string]>([
    ['a Deployment of the resource itself', { ...clean, deployment: known(aDeployment(), t0) }, 'Deployment app exists'],
    ['a Deployment of a resource of that name that is gone', {
      ...clean,
      deployment: known(aDeployment({ ...before, annotations: {} }), t0),
    }, 'Deployment app exists, which belongs to FlinkDeployment app with uid uid-before'],
    [
      'a Deployment that somebody orphaned',
      { ...clean, deployment: known(aDeployment(ofNobody), t0) },
      'Deployment app exists, which attempt d',
    ],
    [
      'a ConfigMap of an attempt',
      { ...clean, configMaps: known([flinkConfigMap()], t0) },
      'ConfigMap flink-config-app exists, which attempt d',
    ],
    ['pods of its JobManager', { ...clean, jobManagerPods: known([aPod()], t0) }, 'JobManager pod app-1 exists'],
    [
      'HA metadata',
      { ...clean, configMaps: known([haConfigMap()], t0) },
      `HA metadata of job ${jobId} exists: ConfigMap app-${jobId}-config-map`,
    ],
    [
      'HA metadata without a job',
      { ...clean, configMaps: known([clusterConfigMap], t0) },
      'HA metadata of a cluster of that name exists: ConfigMap app-cluster-config-map',
    ],
  ])('%s is there: what the job goes on from is not known, which is written down and told', (_title, world, found) => {
    const actions = lookedAndDecided({ ...blank, spec: { job: { savepointRedeployNonce: 7, initialSavepointPath: 's3://b/sp' } } }, world)
    expect(effectsOf(actions)).toEqual(['AddFinalizer'])
    expect(written(actions)).toMatchObject({
      operatorRecord: { lastState: { why: 'Contradicted', reason: expect.stringContaining(found) as unknown, toldNonce: 7 } },
    })
    expect(errorMessageOf(written(actions)!)).toContain(found)
  })

  test.each(['deployment', 'jobManagerPods', 'configMaps'] as const)(
    'P14 %s could not be seen: nothing is written down, it is looked again soon',
    fact => {
      const actions = lookedAndDecided(blank, { ...clean, [fact]: unknown('Timeout', 'late', t0) })
      expect(effectsOf(actions)).toEqual([])
      expect(written(actions)?.operatorRecord.lastState ?? initialFlinkDeploymentStatus.operatorRecord.lastState).toEqual(
        initialFlinkDeploymentStatus.operatorRecord.lastState,
      )
      expect(requeueOf(actions).waitingFor).toBe('Kubernetes and Flink to say whether a cluster of that name existed before: late')
    },
  )

  test('a status that says anything is left as it is, and nothing is looked at for it', () => {
    const actions = decided({ status: runningStatus(), metadata: { finalizers: [] } })
    expect(effectsOf(actions)).toEqual(['AddFinalizer'])
    expect(recorded({ status: runningStatus(), metadata: { finalizers: [] } }, clean) ?? runningStatus().operatorRecord.lastState).toEqual(
      runningStatus().operatorRecord.lastState,
    )
  })
})
