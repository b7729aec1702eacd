import { describe, expect, test } from 'vitest'
import type { AutoscalerStateView, Fact, FlinkDeploymentFacts } from '@flink-operator/core/fact'
import { parseMap } from '@flink-operator/core/flink-configuration'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import type { AnyKind } from '../checker/operator.ts'
import { checkerEnv } from '../checker/checker-env.ts'
import { verify } from '../checker/verify.ts'
import { autoscalerWorlds } from './autoscaler-worlds.ts'

const sound = flinkDeploymentKind as AnyKind

const seeing = (see: (facts: FlinkDeploymentFacts) => FlinkDeploymentFacts): AnyKind => ({
  ...sound,
  observe: (desired, recorded, facts, env) => sound.observe(desired, recorded, see(facts), env),
})

const doing = (
  change: (actions: readonly FlinkDeploymentAction[], status: { readonly operation: unknown }) => readonly FlinkDeploymentAction[],
): AnyKind => ({
  ...sound,
  reconcile: (desired, observed, env) => change(sound.reconcile(desired, observed, env), observed.status),
})

type Write = Extract<FlinkDeploymentAction, { _tag: 'WriteAutoscalerState' }>

/** Every write of the autoscaler's data, changed; null: it is left out. */
const writing = (change: (write: Write) => Write | null): AnyKind =>
  doing(actions =>
    actions.flatMap(action => {
      const changed = action._tag === 'WriteAutoscalerState' ? change(action) : action
      return changed === null ? [] : [changed]
    })
  )

const withKnown = <A>(fact: Fact<A> | undefined, change: (value: A) => A): Fact<A> | undefined =>
  fact?._tag === 'Known' ? { ...fact, value: change(fact.value) } : fact

const withoutUnreadable = (view: AutoscalerStateView): AutoscalerStateView => {
  const { parallelismOverrides, ...rest } = view.data
  return parallelismOverrides === undefined || parseMap(parallelismOverrides) !== null ? view : { ...view, data: rest }
}

/** Old or wrong rules, which no world without a load can tell from the right ones. */
const mutants: readonly (readonly [title: string, kind: AnyKind, world: string, property: string])[] = [
  [
    'decides, and never stores the decision',
    writing(write => (typeof write.data['parallelismOverrides'] === 'string' ? null : write)),
    'autoscaler/in-place/constant/no-fault',
    'P27',
  ],
  [
    'leaves its data behind when it is turned off',
    writing(write => (Object.values(write.data).every(it => it === null) ? null : write)),
    'autoscaler/in-place/off/no-fault',
    'P29',
  ],
  [
    'takes overrides that it can not read for none (A-18)',
    seeing(facts => ({ ...facts, autoscalerState: withKnown(facts.autoscalerState, withoutUnreadable) }) as FlinkDeploymentFacts),
    'autoscaler/in-place/state-unreadable/no-fault',
    'P31',
  ],
  [
    'scales back and forth between two parallelisms',
    {
      ...sound,
      reconcile: (desired, observed, env) => {
        const { jobDetails } = observed.facts as FlinkDeploymentFacts
        const [vertex] = jobDetails?._tag === 'Known' ? jobDetails.value.vertices : []
        if (vertex === undefined || observed.status.operation !== null) return sound.reconcile(desired, observed, env)
        const parallelismOverrides = `${vertex.id}:${vertex.parallelism === 3 ? 4 : 3}`
        return sound.reconcile(desired, observed, env).map(action =>
          action._tag === 'WriteAutoscalerState' ? { ...action, data: { ...action.data, parallelismOverrides } } : action
        )
      },
    },
    'autoscaler/in-place/constant/no-fault',
    'P26',
  ],
  [
    'scales beyond the limit',
    writing(write =>
      typeof write.data['parallelismOverrides'] === 'string'
        ? { ...write, data: { ...write.data, parallelismOverrides: write.data['parallelismOverrides'].replace(/:[0-9]$/u, ':9') } } : write
    ),
    'autoscaler/in-place/constant/no-fault',
    'P28',
  ],
  [
    'stores a parallelism while an operation is under way',
    doing((actions, { operation }) =>
      operation === null ? actions
        : [
          {
            _tag: 'WriteAutoscalerState',
            namespace: 'default',
            name: 'autoscaler-app',
            owner: { apiVersion: 'flink.apache.org/v1beta1', kind: 'FlinkDeployment', namespace: 'default', name: 'app', uid: 'u' },
            seen: null,
            data: { parallelismOverrides: `${'0'.repeat(31)}a:3` },
            report: null,
            why: 'mutant',
          },
          { _tag: 'Requeue', after: 5_000, waitingFor: 'mutant' },
        ]
    ),
    'autoscaler/savepoint/upgrade/no-fault',
    'P30',
  ],
]

const found = (kind: AnyKind, name: string): readonly string[] =>
  verify({
    kinds: { FlinkDeployment: kind },
    env: checkerEnv,
    worlds: autoscalerWorlds.filter(it => it.name === name),
    limit: 25_000,
    stopAtFirst: true,
  }).violations.map(({ property }) => property)

describe('the worlds of autoscaled jobs catch an operator that', () => {
  test.each(mutants)('%s: P26 P27 P28 P29 P30 P31', (_title, kind, world, property) => {
    expect(found(kind, world)).toContain(property)
  }, 600_000)
})
