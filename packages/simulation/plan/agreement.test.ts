import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { planEdits, type PlanEdit } from '../../core/fixtures/plan-edits.ts'
import type { CheckerState, Process } from '../src/checker/checker-state.ts'
import { actionOf } from '../src/checker/drive-process.ts'
import { follow } from '../src/checker/follow.ts'
import { movesFrom } from '../src/checker/interleaving.ts'
import { memoryOf } from '../src/checker/memory.ts'
import type { Operator } from '../src/checker/operator.ts'
import { restarted } from '../src/checker/queue.ts'
import { emptyWorld } from '../src/world/empty-world.ts'
import { fairEvents } from '../src/world/fair-events.ts'
import type { Action } from '@flink-operator/core/action'
import { kinds } from '@flink-operator/kinds'
import { operatorOptions } from '@flink-operator/core/operator-options'
import { type JsonObject, identityOf, resourceTypes } from '@flink-operator/core/resource'
import { editedResource } from './edited-resource.ts'
import { planOffline } from './plan.ts'
import type { Planned } from './planned.ts'
import type { Settings } from './play-round.ts'
import type { FlinkDeploymentResource } from '../src/world/resources.ts'

const now = 1_700_000_000_000
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

const plans = new Map<PlanEdit, Planned>()
const planOf = (edit: PlanEdit): Planned => {
  const known = plans.get(edit) ?? planned(edit)
  plans.set(edit, known)
  return known
}

const planned = ({ before, after, snapshots }: PlanEdit): Planned => {
  const plan = planOffline({
    kind: 'FlinkDeployment',
    settings: { ...settings, hasSnapshotController: snapshots === true },
    now,
    deployed: before === null ? null : document(before),
    wanted: document(after),
    namespace: 'ns',
  })
  if (!isRight(plan)) throw new Error(plan.left)
  return plan.right
}

/** What is done to a cluster, and to which of its objects; ids are of one run. */
const effectWords = (action: Action<unknown>): readonly string[] => {
  switch (action._tag) {
    case 'PersistStatus':
    case 'EmitEvent':
    case 'MarkStarted':
      return []
    case 'CreateObject':
    case 'ApplyObject':
      return [`${action._tag} ${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : 'Ingress'}`]
    case 'PatchObject':
    case 'DeleteObject':
      return [`${action._tag} ${action.target.kind} ${action.target.name.replace(/-\d+$/, '')}`]
    default:
      return [action._tag]
  }
}

const plannedEffects = ({ rounds }: Planned): readonly string[] =>
  rounds.filter(({ of }) => of.kind === 'FlinkDeployment').flatMap(({ actions }) => actions.flatMap(effectWords))

const decoded = (json: JsonObject): FlinkDeploymentResource => {
  const resource = kinds.FlinkDeployment.decode(json)
  if (!isRight(resource)) throw new Error(resource.left.path)
  return resource.right
}

const ofDeployment = ({ processes }: CheckerState): Process | undefined => processes.find(({ kind }) => kind.name === 'FlinkDeployment')

/** The checker's plainest run until nothing is left but to wait: its operator goes first, then the world, nothing fails. */
const settled = (operator: Operator, begun: CheckerState): { readonly state: CheckerState; readonly effects: readonly string[] } => {
  const effects: string[] = []
  let state = begun
  for (let count = 0; count < 2_000; count += 1) {
    const [move] = movesFrom(state, { edits: [], faultKinds: [] })
    if (move === undefined) break
    const process = ofDeployment(state)
    const action = process === undefined ? undefined : actionOf(process)
    if (move._tag === 'Do' && state.processes[move.at] === process && action !== undefined) effects.push(...effectWords(action))
    const isLast = process !== undefined && process.doing === null && process.dueAt - state.world.now >= 30_000
    if (isLast) break
    const next = follow(operator, state, move)
    expect(next.breaches).toEqual([])
    state = next.state
    if (ofDeployment(state)?.doing != null) continue
    const events = fairEvents(state.world)
    const hasNone = state.world.pods.some(({ process }) => process?.jobs.some(job => job.statistics.completed === null))
    const event = events.find(({ _tag }) => _tag !== 'CompleteCheckpoint')
      ?? (hasNone ? events.find(({ _tag }) => _tag === 'CompleteCheckpoint') : undefined)
    if (event !== undefined) state = follow(operator, state, { _tag: 'World', event, kind: 'Fair' }).state
  }
  return { state, effects }
}

const operators = [false, true].map((hasSnapshotController): Operator => ({
  ...memoryOf({ env: { ...settings, hasSnapshotController } }).base,
  onDecision: () => undefined,
}))

/** The same edit in the checker's own world, by the checker's own operator. */
const checkedEffects = (edit: PlanEdit): readonly string[] => {
  const operator = operators[edit.snapshots === true ? 1 : 0]!
  const first = decoded(editedResource('FlinkDeployment', document(edit.before ?? edit.after), null, 'ns', now))
  const world = {
    ...emptyWorld({ abstract: true, restCacheMillis: 3_000, operationMemoryMillis: Number.MAX_SAFE_INTEGER }, now),
    resources: { FlinkDeployment: [first], FlinkStateSnapshot: edit.snapshots === true ? [] : null },
  }
  const fresh: CheckerState = {
    world,
    processes: restarted(operator, world),
    rival: null,
    budget: { edits: 0, faults: 0, crashes: 0 },
  }
  const before = settled(operator, fresh)
  if (edit.before === null) return before.effects
  const { spec } = decoded(document(edit.after))
  return settled(
    operator,
    follow(operator, before.state, { _tag: 'World', event: { _tag: 'EditSpec', spec, name: '' }, kind: 'Edit' }).state,
  )
    .effects
}

describe("what is planned is what the model checker's operator does in its world", () => {
  test.each(planEdits.map(edit => [edit.name, edit] as const))('%s', (name, edit) => {
    // the checker's model has no vertices: there nothing is left to scale
    const checked = name === 'scaled in place' ? ['UpdateResourceRequirements'] : checkedEffects(edit)
    expect(plannedEffects(planOf(edit))).toEqual(checked)
  })
})

describe('what is planned goes well to its end: the simulated world has no faults', () => {
  const running = planEdits.filter(({ after, name }) =>
    (after['job'] as JsonObject | undefined)?.['state'] === 'running' && !name.includes('refused')
  )
  test.each(running.map(edit => [edit.name, edit] as const))('%s: its job runs in the end', (_, edit) => {
    const { end, rounds } = planOf(edit)
    const written = rounds.flatMap(({ of, actions }) =>
      of.kind === 'FlinkDeployment' ? actions.flatMap(action => (action._tag === 'PersistStatus' ? [action.status] : [])) : []
    )
    expect(end).toEqual({ _tag: 'Quiet' })
    if (written.length > 0) expect(written.at(-1)).toMatchObject({ jobStatus: { state: 'RUNNING' }, lifecycleState: 'STABLE' })
  })
})
