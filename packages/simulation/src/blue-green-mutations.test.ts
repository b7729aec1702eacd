import { describe, expect, test } from 'vitest'
import type { Action } from '@flink-operator/core/action'
import { absent, type Fact, type Facts, type FlinkDeploymentView } from '@flink-operator/core/fact'
import type { BlueGreenObserved, FlinkBlueGreenDeploymentStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'
import { kindOf } from '@flink-operator/kinds'
import type { LastState } from '@flink-operator/core/resource'
import type { AnyRules } from '@flink-operator/core/round'
import { sourceMarkOf } from '../../core/src/contract/resource/annotations.ts'
import { checkerEnv, matrix, verify } from './index.ts'

type BlueGreenAction = Action<FlinkBlueGreenDeploymentStatus>

const name = 'FlinkBlueGreenDeployment'
const sound = kindOf(name)

/** The kind with other eyes: what is seen of a child goes through `see` first. */
const seeing = (see: (child: Fact<FlinkDeploymentView>) => Fact<FlinkDeploymentView>): AnyRules => ({
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const all: Facts = facts
    const slots = (['target@blue', 'target@green'] as const).filter(slot => all[slot] !== undefined)
    const seen = Object.fromEntries(slots.map(slot => [slot, see(all[slot] as Fact<FlinkDeploymentView>)]))
    return sound.observe(desired, recorded, { ...all, ...seen }, env)
  },
})

const seeingKnown = (see: (view: FlinkDeploymentView) => FlinkDeploymentView): AnyRules =>
  seeing(child => (child._tag === 'Known' ? { ...child, value: see(child.value) } : child))

/** The kind with other hands: every list goes through `change` first. */
const doing = (change: (actions: readonly BlueGreenAction[], observed: BlueGreenObserved) => readonly BlueGreenAction[]): AnyRules => ({
  ...sound,
  reconcile: (desired, observed, env) =>
    change(sound.reconcile(desired, observed, env) as readonly BlueGreenAction[], observed as BlueGreenObserved),
})

const persisting = (change: (status: FlinkBlueGreenDeploymentStatus) => FlinkBlueGreenDeploymentStatus): AnyRules =>
  doing(actions => actions.map(it => (it._tag === 'PersistStatus' ? { ...it, status: change(it.status) } : it)))

const without = (tag: BlueGreenAction['_tag'], beside: BlueGreenAction['_tag']): AnyRules =>
  doing(actions => (actions.some(({ _tag }) => _tag === beside) ? actions.filter(({ _tag }) => _tag !== tag) : actions))

/** The rule of before: where the spec that was reconciled last is gone, nothing is known of what serves. */
const forgettingWhatServes: AnyRules = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const observed = sound.observe(desired, recorded, facts, env) as BlueGreenObserved
    return (recorded.status as FlinkBlueGreenDeploymentStatus).lastReconciledSpec === null ? { ...observed, serving: null } : observed
  },
}

/** The rule of before: a null path is a start from empty state. */
const believingPath: AnyRules = {
  ...sound,
  observe: (desired, recorded, facts, env) => {
    const status = recorded.status as FlinkBlueGreenDeploymentStatus
    const { operation } = status
    if (operation === null || operation.step === 'Savepoint') return sound.observe(desired, recorded, facts, env)
    const { id, savepointPath: path } = operation
    const source: LastState = path === null ? { _tag: 'NeverStarted' } : { _tag: 'Path', path, seen: 'Stop' }
    const believed = { ...operation, source, sourceMark: sourceMarkOf(id, source) }
    return sound.observe(desired, { ...recorded, status: { ...status, operation: believed } }, facts, env)
  },
}

const mutants: readonly (readonly [title: string, rules: AnyRules, world: string, properties: readonly string[]])[] = [
  [
    'takes a child for ready that never came up (B107)',
    seeingKnown(view => ({
      ...view,
      status: {
        ...view.status,
        observedGeneration: view.meta.generation,
        lifecycleState: 'STABLE',
        jobStatus: { ...view.status.jobStatus, state: 'RUNNING' },
      },
    })),
    'blue-green/aborted/calm',
    ['B107', 'P01'],
  ],
  [
    'takes what its operator said of an older generation for its word on this one (B107, E-31)',
    seeingKnown(view => ({ ...view, status: { ...view.status, observedGeneration: view.meta.generation } })),
    'blue-green/edit-in-the-middle/no-fault',
    ['B107'],
  ],
  [
    'takes a child that is going for gone',
    seeing(child => (child._tag === 'Known' && child.value.meta.deletionTimestamp !== null ? absent(child.asOf) : child)),
    'blue-green/switch/calm',
    ['P02', 'B107', 'P05'],
  ],
  [
    'takes a child that could not be seen for gone (P14)',
    seeing(child => (child._tag === 'Unknown' ? absent(child.asOf) : child)),
    'blue-green/switch/looks',
    ['P14', 'P05', 'P01', 'P02'],
  ],
  [
    'creates the other child without the savepoint (P01)',
    doing(actions =>
      actions.map(it =>
        it._tag === 'ApplyObject' && it.manifest._tag === 'FlinkDeploymentManifest' && it.manifest.spec.job !== null
          ? {
            ...it,
            manifest: { ...it.manifest, spec: { ...it.manifest.spec, job: { ...it.manifest.spec.job, initialSavepointPath: null } } },
          }
          : it
      )
    ),
    'blue-green/switch/calm',
    ['P01'],
  ],
  [
    'deletes the old child before it is written down (P03)',
    without('PersistStatus', 'DeleteObject'),
    'blue-green/switch/calm',
    ['P03', 'B107'],
  ],
  ['creates a child before it is written down (P03)', without('PersistStatus', 'ApplyObject'), 'blue-green/create/calm', ['P03']],
  [
    'asks for a savepoint under an id that nobody wrote down (P03)',
    doing(actions => actions.map(it => (it._tag === 'TriggerSavepoint' ? { ...it, triggerId: 'a'.repeat(32) } : it))),
    'blue-green/switch/calm',
    ['P03'],
  ],
  [
    'changes the child that serves in a switch (B105)',
    doing((actions, { children: { BLUE: blue }, status }) =>
      actions.map(it =>
        it._tag === 'ApplyObject' && it.manifest._tag === 'FlinkDeploymentManifest' && blue._tag === 'There'
          && status.operation?.kind === 'Switch'
          ? {
            ...it,
            uid: blue.view.meta.uid,
            resourceVersion: blue.view.meta.resourceVersion,
            manifest: { ...it.manifest, name: blue.view.meta.name, annotations: blue.view.meta.annotations },
          }
          : it
      )
    ),
    'blue-green/switch/calm',
    ['B105'],
  ],
  [
    'leaves marks of a transition behind (B105)',
    persisting(
      status => (status.operation === null && status.blueGreenState === 'ACTIVE_GREEN' ? { ...status, abortTimestamp: 'once' } : status),
    ),
    'blue-green/switch/calm',
    ['P19'],
  ],
  [
    'A13 starts a child from what the path of the record says, and from nothing where there is none (P01)',
    believingPath,
    'blue-green/tamper/removed-operation.savepointPath/no-fault',
    ['P01'],
  ],
  [
    'A01 takes a child that lost its owner reference for gone (P02)',
    seeing(child => (child._tag === 'Known' && (child.value.meta.ownerReferences ?? []).length === 0 ? absent(child.asOf) : child)),
    'blue-green/tamper/owner-stripped-blue/no-fault',
    ['P02', 'P01'],
  ],
  [
    'begins a switch to a child that is to be suspended where the spec that was reconciled last is gone',
    forgettingWhatServes,
    'blue-green/tamper/suspended-removed-lastReconciledSpec+operation.source/no-fault',
    ['P02'],
  ],
  [
    'never gives up a child that does not come up (E-32)',
    doing(actions =>
      actions.some(it => it._tag === 'PersistStatus' && it.status.operatorRecord.failed !== null)
        ? [{ _tag: 'Requeue', after: 60_000, waitingFor: 'better times' }] : actions
    ),
    'blue-green/aborted/calm',
    ['P06'],
  ],
]

const found = (rules: AnyRules, world: string, limit = 40_000): readonly string[] =>
  verify({ kinds: { [name]: rules }, env: checkerEnv, worlds: matrix.filter(it => it.name === world), limit, stopAtFirst: true })
    .violations.map(({ property }) => property)

describe('rules of a FlinkBlueGreenDeployment that are broken by hand are found', () => {
  test.each(mutants)('%s', (_title, rules, world, properties) => {
    const [first] = found(rules, world)
    expect(properties).toContain(first)
  }, 120_000)

  test.each([...new Set(mutants.map(([_title, _rules, world]) => world))])('the sound rules hold in %s', world => {
    expect(found(sound, world, 12_000)).toEqual([])
  }, 120_000)
})
