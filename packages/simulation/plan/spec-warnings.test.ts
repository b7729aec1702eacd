import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { specJson } from '../../core/fixtures/flink-deployment-resource.ts'
import type { EmitEvent } from '@flink-operator/core/action'
import { type KindName, kindOf } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { type Condition, type JsonObject, identityOf } from '@flink-operator/core/resource'
import { planOffline } from './plan.ts'
import type { PlannedAction } from './planned.ts'
import type { Settings } from './play-round.ts'

const settings: Settings = {
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  hasSnapshotController: false,
}

const document = (kind: KindName, spec: JsonObject): JsonObject => ({
  ...identityOf(kindOf(kind).type),
  metadata: { name: 'shop', namespace: 'ns' },
  spec,
})

const misspelt = { 'kubernetes.operator.periodic.savepoint.intervall': '1 h' }
const cluster = { ...document('FlinkDeployment', { ...specJson(), job: null }), metadata: { name: 'session', namespace: 'ns' } }

const actionsOf = (kind: KindName, wanted: JsonObject): readonly PlannedAction[] => {
  const plan = planOffline({
    kind,
    settings,
    now: 1_700_000_000_000,
    deployed: null,
    wanted,
    namespace: 'ns',
    cluster: kind === 'FlinkSessionJob' ? cluster : null,
  })
  if (!isRight(plan)) throw new Error(plan.left)
  return plan.right.rounds.filter(({ of }) => of.kind === kind).flatMap(({ actions }) => actions)
}

const warnings = (actions: readonly PlannedAction[]): readonly EmitEvent[] =>
  actions.filter(action => action._tag === 'EmitEvent').filter(({ reason }) => reason === 'SpecWarning')

const lastConditions = (actions: readonly PlannedAction[]): readonly Condition[] =>
  (actions.findLast(action => action._tag === 'PersistStatus')?.status as { readonly conditions: readonly Condition[] }).conditions

describe('N10 a spec that may not do what its author meant: one Warning event a finding, and a condition', () => {
  test.each<readonly [string, KindName, JsonObject]>([
    ['application', 'FlinkDeployment', specJson({ configuration: misspelt })],
    ['session cluster', 'FlinkDeployment', { ...specJson({ configuration: misspelt }), job: null }],
    [
      'session job',
      'FlinkSessionJob',
      {
        deploymentName: 'session',
        job: { jarURI: 'https://host/x.jar', parallelism: 1, upgradeMode: 'stateless', state: 'running' },
        flinkConfiguration: misspelt,
      },
    ],
    [
      'blue/green',
      'FlinkBlueGreenDeployment',
      { configuration: misspelt, template: { spec: specJson({ job: { upgradeMode: 'stateless' } }) } },
    ],
    [
      'FlinkApplication',
      'FlinkApplication',
      {
        image: 'i',
        flinkVersion: '1.20',
        deploymentMode: 'Dual',
        jarName: 'j.jar',
        parallelism: 1,
        entryClass: 'A',
        jobManagerConfig: { replicas: 1 },
        taskManagerConfig: { taskSlots: 1 },
        savepointDisabled: true,
      },
    ],
  ])('%s', (_title, kind, spec) => {
    const actions = actionsOf(kind, document(kind, spec))
    const [event, ...more] = warnings(actions)
    expect(more).toEqual([])
    expect(event).toMatchObject({ type: 'Warning', component: 'Operator', repeat: 'Once' })
    const told = lastConditions(actions).filter(({ type }) => type === 'SpecWarning')
    expect(told).toMatchObject([{ status: 'True', reason: 'SpecWarning', message: event?.message }])
  })

  test('a spec without such a finding has neither', () => {
    const actions = actionsOf('FlinkDeployment', document('FlinkDeployment', specJson()))
    expect(warnings(actions)).toEqual([])
    expect(lastConditions(actions).map(({ type }) => type)).not.toContain('SpecWarning')
  })
})
