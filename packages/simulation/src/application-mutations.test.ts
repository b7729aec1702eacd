import { describe, expect, test } from 'vitest'
import type { Action } from '@flink-operator/core/action'
import { known, type Fact, type JobOverview } from '@flink-operator/core/fact'
import { type ApplicationObserved, type FlinkApplicationStatus, flinkApplicationKind } from '@flink-operator/lyft'
import type { AnyRules } from '@flink-operator/core/round'
import { checkerEnv, verify } from './index.ts'
import { applicationWorlds, largeApplicationWorlds, walkedApplicationWorlds } from './kind/flink-application/application-worlds.ts'

type ApplicationAction = Action<FlinkApplicationStatus>

const name = 'FlinkApplication'
const sound = flinkApplicationKind as unknown as AnyRules
const worlds = [...applicationWorlds, ...largeApplicationWorlds, ...walkedApplicationWorlds]

/** The kind with other eyes: each fact goes through `see` first; in these states, or in all. */
const seeing = (see: (field: string, fact: Fact<unknown>) => Fact<unknown>, ...phases: readonly string[]): AnyRules => ({
  ...sound,
  observe: (desired, recorded, facts, env) =>
    sound.observe(
      desired,
      recorded,
      phases.length === 0 || phases.includes((recorded.status as FlinkApplicationStatus).phase)
        ? Object.fromEntries(Object.entries(facts).map(([field, fact]) => [field, see(field, fact as Fact<unknown>)])) : facts,
      env,
    ),
})

/** The kind with other hands: every list goes through `change` first. */
const doing = (
  change: (actions: readonly ApplicationAction[], observed: ApplicationObserved) => readonly ApplicationAction[],
): AnyRules => ({
  ...sound,
  reconcile: (desired, observed, env) =>
    change(sound.reconcile(desired, observed, env) as readonly ApplicationAction[], observed as ApplicationObserved),
})
const each = (change: (action: ApplicationAction) => ApplicationAction): AnyRules => doing(actions => actions.map(change))
const without = (tag: ApplicationAction['_tag'], beside: ApplicationAction['_tag']): AnyRules =>
  doing(actions => (actions.some(({ _tag }) => _tag === beside) ? actions.filter(({ _tag }) => _tag !== tag) : actions))

/** What a job is to begin from is forgotten in what is written and done alike. */
const forgetting = each(it =>
  it._tag === 'RunJar' ? { ...it, savepointPath: null }
    : it._tag === 'PersistStatus' && it.status.operation?.submit?.source._tag === 'Path'
    ? {
      ...it,
      status: {
        ...it.status,
        operation: { ...it.status.operation, submit: { ...it.status.operation.submit, source: { _tag: 'None', reason: 'forgotten' } } },
      },
    }
    : it
)

const mutants: readonly (readonly [title: string, rules: AnyRules, world: string, properties: readonly string[]])[] = [
  [
    'takes a job that is being cancelled for one that has ended (LD19)',
    seeing(
      (field, fact) =>
        fact._tag !== 'Known' || !field.startsWith('jobs@') ? fact
          : {
            ...fact,
            value: (fact.value as readonly JobOverview[]).map(
              it => (it.state === 'CANCELLING' ? { ...it, state: 'CANCELED', endTime: 1 } : it),
            ),
          },
    ),
    'applications/dual/stateless/calm',
    ['P02', 'P05', 'P01'],
  ],
  [
    'takes objects that could not be seen for none (P14)',
    seeing((field, fact) =>
      field === 'labelledObjects' && fact._tag === 'Unknown' ? known({ deployments: [], services: [], ingresses: [] }, fact.asOf) : fact
    ),
    'applications/dual/edit/looks',
    ['P14', 'P05', 'P02', 'P01'],
  ],
  ['stops the job before it is written down (P03)', without('PersistStatus', 'StopWithSavepoint'), 'applications/dual/edit/calm', ['P03']],
  ['submits a job before it is written down (P03)', without('PersistStatus', 'RunJar'), 'applications/dual/first-deploy/calm', ['P03']],
  [
    'stops the job under an id that nobody wrote down (LD03)',
    each(it => (it._tag === 'StopWithSavepoint' ? { ...it, triggerId: 'e'.repeat(32) } : it)),
    'applications/dual/edit/calm',
    ['P03'],
  ],
  [
    'submits the job without its savepoint (P01)',
    each(it => (it._tag === 'RunJar' ? { ...it, savepointPath: null } : it)),
    'applications/dual/edit/calm',
    ['P03', 'P01'],
  ],
  [
    'forgets the savepoint in what it writes and does (P01)',
    forgetting,
    'applications/dual/edit/calm',
    ['P01', 'P05'],
  ],
  ['begins a version from nothing beside one that runs (P01)', forgetting, 'applications/blue-green/edit/calm', ['P01', 'P05']],
  [
    'begins a version from a savepoint that nobody saw (P05)',
    each(it =>
      it._tag === 'PersistStatus' && it.status.operation?.source?._tag === 'Path'
        ? {
          ...it,
          status: {
            ...it.status,
            operation: { ...it.status.operation, source: { ...it.status.operation.source, path: 'file:/of/an/older/attempt' } },
          },
        }
        : it
    ),
    'applications/blue-green/edit/calm',
    ['P05'],
  ],
  [
    'leaves the trigger id of an attempt that is over (P19)',
    each(
      it => (it._tag === 'PersistStatus' && it.status.operation === null
        ? { ...it, status: { ...it.status, savepointTriggerId: 'f'.repeat(32) } } : it),
    ),
    'applications/dual/first-deploy/calm',
    ['P19'],
  ],
  [
    'writes the status each round (P08)',
    doing((actions, { recorded }) =>
      actions[0]?._tag === 'Look' || actions.some(({ _tag }) => _tag === 'PersistStatus') ? actions
        : [{ _tag: 'PersistStatus', status: recorded.status, reason: 'again' }, ...actions]
    ),
    'applications/dual/first-deploy/calm',
    ['P08'],
  ],
  [
    'never gives up a cluster that does not come up (LD02)',
    doing(actions =>
      actions.some(it => it._tag === 'PersistStatus' && it.status.phase === 'DeployFailed')
        ? [{ _tag: 'Requeue', after: 60_000, waitingFor: 'better times' }] : actions
    ),
    'applications/dual/broken-first-deploy/no-fault',
    ['P06'],
  ],
  [
    'leaves a job that comes up without the TaskManagers that somebody took away (submitting/taskmanagers-missing)',
    doing((actions, { status }) =>
      status.phase === 'SubmittingJob' && actions.some(({ _tag }) => _tag === 'CreateObject')
        ? [{ _tag: 'Requeue', after: 1_000, waitingFor: 'its tasks to run' }] : actions
    ),
    'applications/dual/first-deploy/deployment',
    ['P06'],
  ],
  [
    'lets the resource go while its job runs (LD23)',
    doing((actions, { status }) =>
      status.phase === 'Deleting' && actions.some(({ _tag }) => _tag === 'StopWithSavepoint')
        ? [{ _tag: 'RemoveFinalizer', finalizer: 'job.finalizers.flink.k8s.io' }, ...actions.slice(-1)] : actions
    ),
    'applications/dual/delete/calm',
    ['P01'],
  ],
  [
    'takes the old cluster away in place of a stop (P01)',
    doing((actions, { facts, status }) =>
      actions.flatMap((it): readonly ApplicationAction[] => {
        if (it._tag !== 'StopWithSavepoint' || facts.labelledObjects?._tag !== 'Known') return [it]
        const old = facts.labelledObjects.value.deployments.find(({ labels }) => labels['flink-app-hash'] === status.deployHash)
        return old === undefined ? [it] : [{
          _tag: 'DeleteObject',
          target: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: old.name, uid: old.uid },
          resourceVersion: null,
          propagation: 'Foreground',
          why: '',
        }]
      })
    ),
    'applications/dual/edit/calm',
    ['P01', 'P14'],
  ],
]

const found = (rules: AnyRules, world: string, limit = 8_000): readonly string[] =>
  verify({ kinds: { [name]: rules }, env: checkerEnv, worlds: worlds.filter(it => it.name === world), limit, stopAtFirst: true })
    .violations.map(({ property }) => property)

describe('rules of a FlinkApplication that are broken by hand are found', () => {
  test.each(mutants)('%s', (_title, rules, world, properties) => {
    const [first] = found(rules, world)
    expect(properties).toContain(first)
  }, 120_000)

  test.each([...new Set(mutants.map(([_title, _rules, world]) => world))])('the sound rules hold in %s', world => {
    expect(found(sound, world, 2_500)).toEqual([])
  }, 120_000)
})
