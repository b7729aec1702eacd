import { describe, expect, test } from 'vitest'
import { planEdits, type PlanEdit } from '../../core/fixtures/plan-edits.ts'
import type { Action } from '@flink-operator/core/action'
import { formatInstant } from '@flink-operator/core/codec'
import { kinds } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { factOf } from '@flink-operator/core/query'
import { type FlinkDeploymentStatus, type JsonObject, identityOf, resourceTypes } from '@flink-operator/core/resource'
import { unasked, nothing, type Before } from './before.ts'
import { decodeEdited, editedResource } from './edited-resource.ts'
import { planOffline, planSeen, queriesBeside } from './plan.ts'
import { play, type Played } from './play.ts'
import type { Settings } from './play-round.ts'
import { answerIn, nowIn, type PlannedResource, type PlanWorld, resourceIn } from './world/plan-world.ts'

const start = 1_700_000_000_000
const settings: Settings = {
  options: operatorOptions({}).options,
  flinkDefaults: { configuration: {}, logConfiguration: {} },
  hasSnapshotController: false,
}
const document = (spec: JsonObject): JsonObject => ({
  ...identityOf(resourceTypes.FlinkDeployment),
  metadata: { name: 'app', namespace: 'ns' },
  spec,
})

const right = <A>(it: { readonly _tag: 'Right'; readonly right: A } | { readonly _tag: 'Left'; readonly left: unknown }): A => {
  if (it._tag === 'Left') throw new Error(JSON.stringify(it.left))
  return it.right
}

const app = { kind: 'FlinkDeployment', name: 'app' } as const
const plannedIn = (world: PlanWorld): PlannedResource | null => resourceIn(world, app)

/** The resource as the API server would hand it out. */
const asJson = ({ meta, status }: PlannedResource, spec: JsonObject): JsonObject => ({
  ...identityOf(resourceTypes.FlinkDeployment),
  metadata: {
    ...meta,
    finalizers: [...meta.finalizers],
    creationTimestamp: formatInstant(meta.creationTimestamp),
    deletionTimestamp: null,
  },
  spec,
  status: kinds.FlinkDeployment.encodeStatus(status as FlinkDeploymentStatus, null),
})

/** What is done, and why; without ids, which are of one run. */
const words = (action: Action<unknown>): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `write ${action.reason}`
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag} ${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : 'Ingress'}`
    case 'PatchObject':
    case 'DeleteObject':
      return `${action._tag} ${action.target.kind} ${action.target.name}`
    case 'EmitEvent':
      return `event ${action.reason}`
    default:
      return action._tag
  }
}

const reported = (rounds: readonly { readonly actions?: readonly Action<unknown>[]; readonly done?: readonly Action<unknown>[] }[]) =>
  rounds.flatMap(({ actions, done }) => (actions ?? done ?? []).map(action => words(action)))

const before = ({ before: spec }: PlanEdit, of: Settings): Before => {
  const it = { kind: app.kind, settings: of, now: start, wanted: document({}) }
  return right(spec === null ? nothing(it, 'ns') : unasked(it, 'ns', document(spec)))
}

interface Offline {
  readonly from: Before
  readonly played: Played
  readonly of: Settings
}

const plays = new Map<PlanEdit, Offline>()
const offline = (edit: PlanEdit): Offline => {
  const known = plays.get(edit) ?? playedOffline(edit)
  plays.set(edit, known)
  return known
}

const playedOffline = (edit: PlanEdit): Offline => {
  const of = { ...settings, hasSnapshotController: edit.snapshots === true }
  const from = before(edit, of)
  const running = plannedIn(from.world)
  const wanted = right(decodeEdited('FlinkDeployment', editedResource('FlinkDeployment', document(edit.after), from.json, 'ns', start)))
  const resource = running === null ? wanted
    : { ...running, spec: wanted.spec, meta: { ...running.meta, generation: wanted.meta.generation } }
  return { from, played: play(of, from.world, app, resource), of }
}

describe('what the looks of a round tell makes the world that they were made in: the plan from there is the rest of the plan', () => {
  test.each(planEdits.map(edit => [edit.name, edit] as const))('%s', (_, edit) => {
    const { from, played, of } = offline(edit)
    const rounds = played.rounds.filter(round => round.of.kind === 'FlinkDeployment')
    // from every round on for the edit that takes most of them
    const isWhole = /^parallelism: .*HA$|kept as/.test(edit.name)
    rounds.slice(0, isWhole ? rounds.length : 1).forEach((round, index) => {
      const there = index === 0 ? plannedIn(from.world) : plannedIn(round.begun)
      const deployed = there === null ? null : asJson(there, index === 0 ? edit.before ?? {} : edit.after)
      const { facts } = round.decided
      const beside = Object.fromEntries(
        queriesBeside('FlinkDeployment', there ?? plannedIn(round.begun)!, facts).map(
          query => [factOf(query), answerIn(round.begun, query)],
        ),
      )
      const input = {
        kind: 'FlinkDeployment' as const,
        settings: of,
        now: nowIn(round.begun),
        deployed,
        wanted: document(edit.after),
        namespace: 'ns',
      }
      const planned = right(planSeen(input, { facts, beside }))
      const own = planned.rounds.filter(it => it.of.kind === 'FlinkDeployment')
      expect({ index, end: planned.end, reported: reported(own) }).toEqual({
        index,
        end: played.end,
        reported: reported(rounds.slice(index)),
      })
    })
  })
})

describe('a status tells what runs, without a cluster too', () => {
  const deployed = planEdits.filter(edit => edit.before !== null)
  test.each(deployed.map(edit => [edit.name, edit] as const))('%s', (_, edit) => {
    const { from, played, of } = offline(edit)
    const there = asJson(plannedIn(from.world)!, edit.before!)
    const input = {
      kind: 'FlinkDeployment' as const,
      settings: of,
      now: nowIn(from.world),
      deployed: there,
      wanted: document(edit.after),
      namespace: 'ns',
    }
    const { rounds, end } = right(planOffline(input))
    expect({ reported: reported(rounds), end }).toEqual({ reported: reported(played.rounds), end: played.end })
  })
})
