import { describe, expect, test } from 'vitest'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { type AnyKind, checkerEnv, matrix, verify } from './index.ts'

const doing = (change: (action: FlinkDeploymentAction, all: readonly FlinkDeploymentAction[]) => FlinkDeploymentAction): AnyKind => ({
  ...flinkDeploymentKind as AnyKind,
  reconcile: (desired, observed, env) =>
    (flinkDeploymentKind as AnyKind).reconcile(desired, observed, env).map((action, _index, all) => change(action, all)),
})

const requestedIn = (actions: readonly FlinkDeploymentAction[]): number | null =>
  actions.flatMap(
    it => (it._tag === 'PatchObject' ? [(it.patch['spec'] as { readonly replicas?: number } | undefined)?.replicas ?? null] : []),
  )[0]
    ?? null

const withRequested = ({ operatorRecord, ...status }: FlinkDeploymentStatus, taskManagers: number | null): FlinkDeploymentStatus => {
  const { requestedScaling } = operatorRecord
  const changed = taskManagers === null || requestedScaling === null ? null : { ...requestedScaling, taskManagers }
  return { ...status, operatorRecord: { ...operatorRecord, requestedScaling: changed } }
}

const forgetting = doing(it => (it._tag === 'PersistStatus' ? { ...it, status: withRequested(it.status, null) } : it))
const ignoring: AnyKind = {
  ...flinkDeploymentKind as AnyKind,
  observe: (desired, recorded, facts, env) => {
    const observed = (flinkDeploymentKind as AnyKind).observe(desired, recorded, facts, env)
    return { ...observed, status: withRequested(observed.status, null) }
  },
}
const overwriting = doing((it, all) => {
  const requested = requestedIn(all)
  return it._tag === 'PersistStatus' && requested !== null ? { ...it, status: withRequested(it.status, requested) } : it
})
const unguarded = doing(it => {
  const { metadata: _version, ...patch } = it._tag === 'PatchObject' ? it.patch : {}
  return it._tag === 'PatchObject' && it.patch['spec'] !== undefined ? { ...it, patch } : it
})

describe('the model checker catches, of the TaskManagers of a standalone cluster,', () => {
  test.each(
    [
      ['W47 records no request', forgetting, 'standalone/session/edit-revert/calm', ['P03']],
      ['W47 ignores the recorded request', ignoring, 'standalone/session/edit-revert/calm', ['P06']],
      ['W47 records no request of an application', forgetting, 'standalone/reactive/edit-revert/calm', ['P03']],
      ['W47 ignores the recorded request of an application', ignoring, 'standalone/reactive/edit-revert/calm', ['P06']],
      ['W64 forgets a number that it takes back', overwriting, 'standalone/session/edit-revert/calm', ['P06']],
      ['W65 lets a late request undo a later one', unguarded, 'standalone/session/edit-revert/late', ['P06']],
      ['W65 lets a late request of an application do so', unguarded, 'standalone/reactive/edit-revert/late', ['P06']],
    ] as const,
  )('a core that %s', (_title, kind, world, properties) => {
    const { violations } = verify({
      kinds: { FlinkDeployment: kind },
      env: checkerEnv,
      worlds: matrix.filter(({ name }) => name === world),
    })
    expect([...new Set(violations.map(it => it.property))].sort(), violations.map(({ what }) => what).join('; ')).toEqual(properties)
  }, 120_000)

  test('W47 W64 W65 nothing in the core as it is', () => {
    const { violations, worlds } = verify({ env: checkerEnv, worlds: matrix.filter(({ name }) => name.startsWith('standalone/')) })
    expect([violations, worlds.filter(({ closed }) => !closed)]).toEqual([[], []])
    expect(worlds).toHaveLength(12)
  }, 120_000)
})
