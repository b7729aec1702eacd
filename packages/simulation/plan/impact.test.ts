import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { applicationSpec } from '../../lyft/fixtures/flink-application-resource.ts'
import { planEdits } from '../../core/fixtures/plan-edits.ts'
import { type SpecChange, specJson } from '../../core/fixtures/flink-deployment-resource.ts'
import { kindOf } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { type JsonObject, identityOf } from '@flink-operator/core/resource'
import type { Impact } from './impact.ts'
import { planOffline } from './plan.ts'

const document = (
  kind: 'FlinkDeployment' | 'FlinkBlueGreenDeployment' | 'FlinkApplication',
  spec: JsonObject,
  metadata: JsonObject = {},
): JsonObject => ({
  ...identityOf(kindOf(kind).type),
  metadata: { name: 'app', namespace: 'ns', ...metadata },
  spec,
})

const impactOf = (deployed: JsonObject | null, wanted: JsonObject): Impact => {
  const planned = planOffline({
    kind: wanted['kind'] as 'FlinkDeployment',
    settings: {
      options: operatorOptions({}).options,
      flinkDefaults: { configuration: {}, logConfiguration: {} },
      hasSnapshotController: false,
    },
    now: 1_700_000_000_000,
    deployed,
    wanted,
    namespace: 'ns',
  })
  if (!isRight(planned)) throw new Error(planned.left)
  return planned.right.impact
}

const app = (change: SpecChange = {}, metadata: JsonObject = {}): JsonObject => document('FlinkDeployment', specJson(change), metadata)
const colours = (change: SpecChange): JsonObject => document('FlinkBlueGreenDeployment', { template: { spec: specJson(change) } })
const lyft = (change: JsonObject = {}): JsonObject => document('FlinkApplication', { ...applicationSpec, ...change })
const savepoint: SpecChange = { job: { upgradeMode: 'savepoint' } }
const emptyState = { _tag: 'Stateless', why: 'the job restarts from empty state' }

describe('what an edit amounts to', () => {
  const stateful = { job: { upgradeMode: 'savepoint', parallelism: 3 } }
  test.each<[string, JsonObject | null, JsonObject, Impact | object]>([
    ['the first deployment', null, app(), { _tag: 'Change' }],
    ['the same again', app(savepoint), app(savepoint), { _tag: 'None' }],
    ['fields in another order', app(savepoint), { ...app(), spec: { ...specJson(savepoint), image: specJson()['image'] ?? null } }, {
      _tag: 'None',
    }],
    ['labels of others stay', app({}, { labels: { other: 'x' } }), app(), { _tag: 'None' }],
    ['a label of its own', app(), app({}, { labels: { team: 'x' } }), { _tag: 'Change' }],
    ['stopped with a savepoint', app(savepoint), app(stateful), { _tag: 'Change' }],
    ['stateless', app({ job: { upgradeMode: 'stateless' } }), app({ job: { upgradeMode: 'stateless', parallelism: 3 } }), emptyState],
    [
      'redeployed from a savepoint that a person names',
      app(savepoint),
      app({ job: { ...savepoint.job, initialSavepointPath: 's3://b/sp', savepointRedeployNonce: 1 } }),
      { _tag: 'Risky', why: expect.stringContaining('the state after it is lost') as string },
    ],
    [
      'state that does not fit is left out',
      app(savepoint),
      app({ job: { ...stateful.job, allowNonRestoredState: true } }),
      { _tag: 'Risky', why: expect.stringContaining('allowNonRestoredState') as string },
    ],
    ['blue/green, with a savepoint', colours(savepoint), colours(stateful), { _tag: 'Change' }],
    [
      'blue/green, stateless',
      colours({ job: { upgradeMode: 'stateless' } }),
      colours({ job: { upgradeMode: 'stateless', parallelism: 3 } }),
      emptyState,
    ],
    ['FlinkApplication, the same again', lyft(), lyft(), { _tag: 'None' }],
    ['FlinkApplication, with a savepoint', lyft(), lyft({ parallelism: 3 }), { _tag: 'Change' }],
    ['FlinkApplication, the first deployment', null, lyft(), { _tag: 'Change' }],
    ['FlinkApplication, without one', lyft(), lyft({ parallelism: 3, savepointDisabled: true }), emptyState],
    ['FlinkApplication, state that does not fit is left out', lyft(), lyft({ parallelism: 3, allowNonRestoredState: true }), {
      _tag: 'Risky',
      why: expect.stringContaining('allowNonRestoredState') as string,
    }],
    [
      'FlinkApplication, a new version beside the live one',
      lyft({ deploymentMode: 'BlueGreen' }),
      lyft({ deploymentMode: 'BlueGreen', parallelism: 3 }),
      { _tag: 'Change' },
    ],
  ])('%s', (_, deployed, wanted, impact) => {
    expect(impactOf(deployed, wanted)).toEqual(impact)
  })

  const named = planEdits.filter(({ before, name }) => before !== null && !name.includes('refused'))
  test.each(
    named.filter(({ name }) => /^(parallelism|suspend): (savepoint|last-state)/.test(name)).map(edit => [edit.name, edit] as const),
  )(
    'P01 an upgrade that keeps the state is none that loses it: %s',
    (_, { before, after }) => {
      expect(impactOf(document('FlinkDeployment', before ?? {}), document('FlinkDeployment', after))).toEqual({ _tag: 'Change' })
    },
  )
  test.each(named.filter(({ name }) => /^(parallelism|suspend): stateless/.test(name)).map(edit => [edit.name, edit] as const))(
    'P01 one that loses it says so: %s',
    (_, { before, after }) => {
      expect(impactOf(document('FlinkDeployment', before ?? {}), document('FlinkDeployment', after))).toEqual(emptyState)
    },
  )
})
