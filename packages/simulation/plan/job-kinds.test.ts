import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type SpecChange, specJson } from '../../core/fixtures/flink-deployment-resource.ts'
import type { Action } from '@flink-operator/core/action'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { type JsonObject, identityOf } from '@flink-operator/core/resource'
import { unasked } from './before.ts'
import { planOffline, planSeen } from './plan.ts'
import type { Planned } from './planned.ts'
import type { Settings } from './play-round.ts'
import { resourceIn } from './world/plan-world.ts'

/** Plans of kinds that stand on another one: FlinkSessionJob on its cluster, FlinkBlueGreenDeployment on its children. */
const now = 1_700_000_000_000
const settings: Settings = {
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  hasSnapshotController: false,
}
const document = (kind: KindName, name: string, spec: JsonObject, status?: JsonObject): JsonObject => ({
  ...identityOf(kindOf(kind).type),
  metadata: { name, namespace: 'ns' },
  spec,
  ...(status === undefined ? {} : { status }),
})

const stateful: SpecChange = {
  job: { upgradeMode: 'savepoint' },
  configuration: { 'execution.checkpointing.savepoint-dir': 'file:///sp', 'execution.checkpointing.dir': 'file:///cp' },
}
const colours = (change: SpecChange = {}): JsonObject => ({
  template: { spec: specJson({ ...stateful, ...change, job: { ...stateful.job, ...change.job } }) },
})
const shop = (spec: JsonObject, status?: JsonObject) => document('FlinkBlueGreenDeployment', 'shop', spec, status)

const cluster = document('FlinkDeployment', 'session', { ...specJson(stateful), job: null })
const sessionJob = (change: JsonObject = {}): JsonObject =>
  document('FlinkSessionJob', 'counts', {
    deploymentName: 'session',
    job: { jarURI: 'https://host/x.jar', parallelism: 1, upgradeMode: 'savepoint', state: 'running', ...change },
  })

const planned = (kind: KindName, deployed: JsonObject | null, wanted: JsonObject): Planned => {
  const plan = planOffline({ kind, settings, now, deployed, wanted, namespace: 'ns', cluster: kind === 'FlinkSessionJob' ? cluster : null })
  if (!isRight(plan)) throw new Error(plan.left)
  return plan.right
}

const wordsOf = (action: Action<unknown>): readonly string[] => {
  switch (action._tag) {
    case 'ApplyObject':
      return [
        `${action.uid === null ? 'Create' : 'Apply'} ${action.manifest._tag} ${
          action.manifest._tag === 'ClusterManifest' ? action.manifest.part : action.manifest.name
        }`,
      ]
    case 'DeleteObject':
      return [`Delete ${action.target.kind} ${action.target.name}`]
    case 'PersistStatus':
    case 'EmitEvent':
      return []
    default:
      return [action._tag]
  }
}

/** What the rounds of the planned resource itself do. */
const own = ({ rounds }: Planned): readonly string[] =>
  rounds.filter(({ of }) => of.kind === rounds[0]?.of.kind).flatMap(({ actions }) => actions.flatMap(wordsOf))

const lastWritten = ({ rounds }: Planned): unknown =>
  rounds.filter(({ of }) => of.kind === rounds[0]?.of.kind)
    .flatMap(({ actions }) => actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status] : []))).at(-1)

describe('a FlinkBlueGreenDeployment is planned with its children', () => {
  const blueGreen = (before: JsonObject | null, after: JsonObject, status?: JsonObject) =>
    planned('FlinkBlueGreenDeployment', before === null ? null : shop(before, status), shop(after))

  test('first deployment: blue is created, and comes up by its own rounds', () => {
    const plan = blueGreen(null, colours())
    expect(own(plan)).toEqual(['Create FlinkDeploymentManifest shop-blue', 'Apply FlinkDeploymentManifest shop-blue'])
    expect(plan.rendered.filter(({ kind }) => kind === 'FlinkDeployment')).toHaveLength(1)
    expect(JSON.stringify(plan.rendered)).not.toContain('flinkdeployment.flink.apache.org/pause')
    expect(new Set(plan.rounds.map(({ of }) => of.name))).toEqual(new Set(['shop', 'shop-blue']))
    expect(lastWritten(plan)).toMatchObject({ blueGreenState: 'ACTIVE_BLUE', jobStatus: { state: 'RUNNING' } })
    expect([plan.end, plan.operation]).toMatchObject([{ _tag: 'Quiet' }, { kind: 'First', mode: 'to the blue child' }])
  })

  test('an edit that needs another job: a savepoint of blue, green from it, and blue goes when green is ready', () => {
    const plan = blueGreen(colours(), colours({ rest: { image: 'flink:2' } }))
    expect(plan.diff).toMatchObject({ type: 'TRANSITION', changes: [{ path: 'template.spec.image' }] })
    expect(plan.operation).toMatchObject({ kind: 'Switch', mode: 'to the green child, from a savepoint that is taken now' })
    expect(own(plan)).toEqual([
      'TriggerSavepoint',
      'Create FlinkDeploymentManifest shop-green',
      'Apply FlinkDeploymentManifest shop-green',
      'Delete FlinkDeployment shop-blue',
    ])
    expect(JSON.stringify(plan.rendered)).toContain('"initialSavepointPath":"file:///sp/savepoint"')
    expect(lastWritten(plan)).toMatchObject({ blueGreenState: 'ACTIVE_GREEN' })
    const names = plan.rounds.map(({ of }) => of.name)
    expect(names.indexOf('shop-green')).toBeLessThan(names.indexOf('shop-blue'))
  })

  test('where the status says that green serves, blue takes over', () => {
    const status = { blueGreenState: 'ACTIVE_GREEN', lastReconciledSpec: JSON.stringify({ spec: colours() }) }
    const plan = blueGreen(colours(), colours({ rest: { image: 'flink:2' } }), status)
    expect(own(plan)).toEqual([
      'TriggerSavepoint',
      'Create FlinkDeploymentManifest shop-blue',
      'Apply FlinkDeploymentManifest shop-blue',
      'Delete FlinkDeployment shop-green',
    ])
  })

  test('an edit that restarts no job changes the child that serves, and nothing switches', () => {
    const plan = blueGreen(colours(), colours({ job: { savepointTriggerNonce: 1 } }))
    expect(plan.diff).toMatchObject({ type: 'PATCH_CHILD' })
    expect(own(plan)).toEqual(['Apply FlinkDeploymentManifest shop-blue'])
    expect(lastWritten(plan)).toMatchObject({ blueGreenState: 'ACTIVE_BLUE' })
  })

  test('suspended: the child that serves stops with its state', () => {
    const plan = blueGreen(colours(), colours({ job: { state: 'suspended' } }))
    expect(plan).toMatchObject({ diff: { type: 'SUSPEND' }, operation: { kind: 'InPlace', mode: 'the blue child' } })
    expect(plan.rounds.flatMap(({ actions }) => actions.map(({ _tag }) => _tag))).toContain('StopWithSavepoint')
    expect(lastWritten(plan)).toMatchObject({ jobStatus: { state: 'SUSPENDED' } })
  })

  test('the deletion delay, however long, is no end of the plan', () => {
    const delayed = (change: SpecChange = {}): JsonObject => ({
      ...colours(change),
      configuration: { 'kubernetes.operator.bluegreen.deployment-deletion.delay': '10 min' },
    })
    expect(own(blueGreen(delayed(), delayed({ rest: { image: 'flink:2' } }))).at(-1)).toBe('Delete FlinkDeployment shop-blue')
  })
})

describe('a FlinkSessionJob is planned in its session cluster', () => {
  test('first submit', () => {
    const plan = planned('FlinkSessionJob', null, sessionJob())
    expect(own(plan)).toEqual(['AddFinalizer', 'UploadJar', 'RunJar', 'DeleteJar', 'MarkStarted'])
    expect(lastWritten(plan)).toMatchObject({ jobStatus: { state: 'RUNNING' }, lifecycleState: 'STABLE' })
  })

  test('an edit: stopped with a savepoint, and run from it; the cluster is left alone', () => {
    const plan = planned('FlinkSessionJob', sessionJob(), sessionJob({ parallelism: 2 }))
    expect(plan.diff).toMatchObject({ type: 'UPGRADE' })
    expect(plan.operation).toMatchObject({ kind: 'Suspend', mode: 'SAVEPOINT' })
    expect(own(plan)).toEqual(['StopWithSavepoint', 'UploadJar', 'RunJar', 'DeleteJar', 'MarkStarted'])
    expect(plan.rounds.flatMap(({ actions }) => actions).find(({ _tag }) => _tag === 'RunJar')).toMatchObject({
      savepointPath: 'file:///sp/savepoint-of-the-stop',
    })
    expect(plan.rounds.every(({ of }) => of.kind === 'FlinkSessionJob')).toBe(true)
  })

  test('another deploymentName is refused: the job runs on in the cluster that it was submitted to', () => {
    const wanted = { ...sessionJob(), spec: { ...sessionJob()['spec'] as JsonObject, deploymentName: 'other' } }
    const plan = planned('FlinkSessionJob', sessionJob(), wanted)
    expect(plan.findings).toContainEqual({ severity: 'Error', field: 'deploymentName', message: "The deploymentName can't be changed" })
    expect(own(plan)).toEqual([])
    expect(lastWritten(plan)).toMatchObject({ jobStatus: { state: 'RUNNING' } })
  })

  test('what is wrong with it is told, with what its cluster adds', () => {
    expect(planned('FlinkSessionJob', null, sessionJob({ parallelism: 0 })).findings).toMatchObject([{ severity: 'Error' }])
  })

  test('no file tells of its cluster: nothing is made up', () => {
    const plan = planOffline({
      kind: 'FlinkSessionJob',
      settings,
      now,
      deployed: null,
      wanted: sessionJob(),
      namespace: 'ns',
      cluster: null,
    })
    expect(plan).toMatchObject({ _tag: 'Left', left: expect.stringMatching(/session cluster "session" is in none of the files/) })
  })
})

/** The same with uids of an API server: the simulated world never makes one of those again. */
const onServer = <A>(value: A): A => JSON.parse(JSON.stringify(value).replaceAll('-4000-8000-', '-4000-9000-')) as A

describe('what was looked at leads to the same plan', () => {
  test.each(
    [
      ['FlinkSessionJob', 'upgraded', sessionJob(), sessionJob({ parallelism: 2 })],
      ['FlinkSessionJob', 'suspended', sessionJob(), sessionJob({ state: 'suspended' })],
      ['FlinkBlueGreenDeployment', 'switched', shop(colours()), shop(colours({ rest: { image: 'flink:2' } }))],
      ['FlinkBlueGreenDeployment', 'suspended', shop(colours()), shop(colours({ job: { state: 'suspended' } }))],
    ] as const,
  )('%s, %s', (kind, _title, deployed, wanted) => {
    const name = (deployed['metadata'] as { readonly name: string }).name
    const offline = planned(kind, deployed, wanted)
    const before = unasked({ kind, settings, now, wanted, cluster }, 'ns', deployed)
    if (!isRight(before)) throw new Error(before.left)
    const { meta, status } = resourceIn(before.right.world, { kind, name })!
    const live: JsonObject = {
      ...deployed,
      metadata: { ...meta, finalizers: [...meta.finalizers], creationTimestamp: '2023-11-14T22:00:00Z', deletionTimestamp: null },
      status: onServer(kindOf(kind).encodeStatus(status, null)),
    }
    const seen = planSeen({ kind, settings, now: before.right.world.world.now, deployed: live, wanted, namespace: 'ns' }, {
      facts: onServer(offline.facts),
      beside: {},
    })
    if (!isRight(seen)) throw new Error(seen.left)
    expect(own(seen.right)).toEqual(own(offline))
    expect(seen.right.rounds.length).toBeGreaterThan(2)
    expect(seen.right.end).toEqual(offline.end)
  })
})
