import { describe, expect, test } from 'vitest'
import { applicationSpec } from '../../lyft/fixtures/flink-application-resource.ts'
import type { Action } from '@flink-operator/core/action'
import { formatInstant } from '@flink-operator/core/codec'
import type { FlinkApplicationStatus } from '@flink-operator/lyft'
import { kinds } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { identityOf, type JsonObject } from '@flink-operator/core/resource'
import { type Before, unasked } from './before.ts'
import { decodeEdited, editedResource } from './edited-resource.ts'
import { planSeen } from './plan.ts'
import type { Planned } from './planned.ts'
import { play, type Played } from './play.ts'
import type { Settings } from './play-round.ts'
import { nowIn, type PlannedResource, resourceIn } from './world/plan-world.ts'

const settings: Settings = {
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  hasSnapshotController: false,
}
const app = { kind: 'FlinkApplication', name: 'app' } as const
const document = (spec: JsonObject): JsonObject => ({
  ...identityOf(kinds.FlinkApplication.type),
  metadata: { name: 'app', namespace: 'ns' },
  spec: { ...applicationSpec, ...spec },
})

const right = <A>(it: { readonly _tag: 'Right'; readonly right: A } | { readonly _tag: 'Left'; readonly left: unknown }): A => {
  if (it._tag === 'Left') throw new Error(JSON.stringify(it.left))
  return it.right
}

/** As the API server would hand it out. */
const asJson = ({ meta, status }: PlannedResource, spec: JsonObject, change: Partial<FlinkApplicationStatus> = {}): JsonObject => ({
  ...document(spec),
  metadata: {
    ...meta,
    finalizers: [...meta.finalizers],
    creationTimestamp: formatInstant(meta.creationTimestamp),
    deletionTimestamp: null,
  },
  status: kinds.FlinkApplication.encodeStatus({ ...status as FlinkApplicationStatus, ...change }, null),
})

/** It runs with that spec, and is edited: what the rounds are, and what their first looks told. */
const edited = (
  before: JsonObject,
  change: JsonObject,
): { readonly from: Before; readonly played: Played; readonly there: PlannedResource } => {
  const now = 1_700_000_000_000
  const from = right(unasked({ kind: app.kind, settings, now, wanted: document({}) }, 'ns', document(before)))
  const there = resourceIn(from.world, app)!
  const wanted = right(decodeEdited(app.kind, editedResource(app.kind, document({ ...before, ...change }), from.json, 'ns', now)))
  return {
    from,
    there,
    played: play(settings, from.world, app, { ...there, spec: wanted.spec, meta: { ...there.meta, generation: wanted.meta.generation } }),
  }
}

const planned = (before: JsonObject, change: JsonObject, status: Partial<FlinkApplicationStatus> = {}): readonly [Planned, Played] => {
  const { from, played, there } = edited(before, change)
  const input = {
    kind: app.kind,
    settings,
    now: nowIn(from.world),
    deployed: asJson(there, before, status),
    wanted: document({ ...before, ...change }),
    namespace: 'ns',
  }
  return [right(planSeen(input, { facts: played.rounds[0].decided.facts, beside: {} })), played]
}

const tags = (rounds: readonly { readonly actions?: readonly Action<unknown>[]; readonly done?: readonly Action<unknown>[] }[]) =>
  rounds.flatMap(({ actions, done }) => (actions ?? done ?? []).map(({ _tag }) => _tag))

describe('plan of a FlinkApplication that runs in a cluster', () => {
  test.each<readonly [string, JsonObject, JsonObject]>([
    ['an update with a savepoint', {}, { image: 'lyft/flink:2' }],
    ['without state', {}, { image: 'lyft/flink:2', savepointDisabled: true }],
    ['a new version beside the live one', { deploymentMode: 'BlueGreen' }, { image: 'lyft/flink:2' }],
    ['scaled in place', { scaleMode: 'InPlace' }, { parallelism: 8 }],
  ])('tells the whole story: %s', (_what, before, change) => {
    const [{ rounds, end }, played] = planned(before, change)
    expect(rounds.length).toBeGreaterThan(5)
    expect([tags(rounds), end]).toEqual([tags(played.rounds), played.end])
  })

  test.each<readonly [string, Partial<FlinkApplicationStatus>]>([
    ['another version of it runs', { deployHash: '0badcafe' }],
    ['it was scaled in place before', { inPlaceUpdatedFromHash: '0badcafe' }],
    ['its last update was given up', { phase: 'DeployFailed' }],
  ])('tells the next round alone where %s', (_what, status) => {
    const [{ rounds }] = planned({}, { image: 'lyft/flink:2' }, status)
    expect(rounds.length).toBe(1)
  })
})
