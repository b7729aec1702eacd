import { describe, expect, test } from 'vitest'
import { known } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction, FlinkDeploymentDesired } from '@flink-operator/core/kind/flink-deployment'
import { flinkDeploymentKind } from '@flink-operator/core/kinds'
import type { FlinkDeploymentSpec } from '@flink-operator/core/resource'
import { checkerEnv } from './checker/checker-env.ts'
import { edit, laterSavepointNonce, ofJob, remove, savepointNonce } from './checker/edits.ts'
import type { Edit } from './checker/move.ts'
import { memoryOf } from './checker/memory.ts'
import type { AnyKind } from './checker/operator.ts'
import type { SmallWorld } from './checker/small-world.ts'
import { settled, startState } from './checker/start-state.ts'
import { verify, walkWorld } from './checker/verify.ts'
import { fromCluster } from './world/clusters.ts'
import { flinkDeploymentOf } from './world/resources.ts'

/** Two FlinkDeployments, each with a cluster of its own, under one operator. */
const two: SmallWorld = {
  name: 'two-deployments',
  upgradeMode: 'savepoint',
  highAvailability: true,
  start: 'Fresh',
  edits: [],
  faultKinds: [],
  faults: 0,
  crashes: 0,
  beside: true,
}

const kind: AnyKind = flinkDeploymentKind
/** What is created for `other` comes to the cluster of `app`. */
const mixesUp: AnyKind = {
  ...kind,
  reconcile: (desired, observed, env) =>
    (desired as FlinkDeploymentDesired).meta.name === 'app' ? kind.reconcile(desired, observed, env)
      : kind.reconcile(desired, observed, env).map((action): FlinkDeploymentAction =>
        action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest' ? action
          : { ...action, manifest: { ...action.manifest, input: { ...action.manifest.input, clusterId: 'app' } } }
      ),
}

/** The spec of `other` names the savepoint that the job of `app` took last. */
const nameInOther: Edit = {
  name: 'name a savepoint of app in other',
  event: world => {
    const path = flinkDeploymentOf(fromCluster(world, 'app'))?.status.jobStatus.savepointInfo.lastSavepoint?.location ?? null
    const other = flinkDeploymentOf(fromCluster(world, 'other'))
    if (path === null || other === null) return null
    const spec: FlinkDeploymentSpec = ofJob({ initialSavepointPath: path })(other.spec)
    return { _tag: 'In', clusterId: 'other', event: { _tag: 'EditSpec', spec, name: 'name a savepoint' } }
  },
}
/** The history of each keeps one savepoint. */
const namedByOther: SmallWorld = {
  ...two,
  start: 'Running',
  edits: [savepointNonce, nameInOther, laterSavepointNonce],
  configuration: {
    'kubernetes.operator.savepoint.trigger.grace-period': '5 s',
    'kubernetes.operator.savepoint.history.max.count': '1',
  },
  horizons: { triggerTimestamp: 16_000, askedAt: 6_000 },
}
/** There is no other FlinkDeployment: nobody names a savepoint. */
const seesNoOther: AnyKind = {
  ...kind,
  observe: (desired, recorded, facts, env) =>
    kind.observe(
      desired,
      recorded,
      facts.flinkDeployments?._tag === 'Known' ? { ...facts, flinkDeployments: known([], facts.flinkDeployments.asOf) } : facts,
      env,
    ),
}

const reported = (violations: ReturnType<typeof verify>['violations']): readonly string[] =>
  violations.map(({ property, what, lines }) => `${property} ${what}\n${lines.join('\n')}`)

describe('two FlinkDeployments side by side', () => {
  test('P06 both arrive, each in its own cluster', () => {
    const operator = { ...memoryOf({ env: checkerEnv }).base, onDecision: () => undefined }
    const start = startState(operator, two)!
    const names = ['app', 'other']
    const end = settled(
      operator,
      start,
      ({ world }) => names.every(name => flinkDeploymentOf(fromCluster(world, name))?.status.lifecycleState === 'STABLE'),
    )
    expect(end.processes.map(({ name }) => name)).toEqual(names)
    for (const name of names) {
      const world = fromCluster(end.world, name)
      expect(flinkDeploymentOf(world)).toMatchObject({ meta: { name }, status: { lifecycleState: 'STABLE' } })
      expect(world.deployments.map(it => it.name)).toEqual([name])
      expect(world.pods.map(pod => [pod.input.clusterId, pod.process?.jobs.length])).toEqual([[name, 1]])
    }
  })

  test.each(
    [
      ['first deploys', { crashes: 1 }],
      ['an edit of one', { start: 'Running', edits: [edit] }],
      ['a deletion of one', { start: 'Running', edits: [remove] }],
    ] as const,
  )('P01 P02 P21 %s: neither changes the cluster of the other (the first 15,000 states)', (_what, of) => {
    const { violations } = verify({ env: checkerEnv, worlds: [{ ...two, ...of }], limit: 15_000 })
    expect(reported(violations)).toEqual([])
  }, 60_000)

  test('P06 P21 long random runs: the operator dies, JobManagers restart, one of them is edited and deleted, and both arrive', () => {
    const world: SmallWorld = { ...two, edits: [edit, remove], faultKinds: ['JobManager', 'Rest'], faults: 1, crashes: 1 }
    expect(walkWorld({ env: checkerEnv }, world, [1, 2, 3, 4, 5])).toBeNull()
  }, 60_000)

  test('P04 a savepoint that the other one names stays, also when it is one too many', () => {
    const { violations, worlds } = verify({ env: checkerEnv, worlds: [namedByOther], limit: 200_000 })
    expect(reported(violations)).toEqual([])
    expect(worlds.map(({ closed }) => closed)).toEqual([true])
  }, 120_000)
  test('P04 one that does not ask who names it is found', () => {
    const { violations } = verify({
      kinds: { FlinkDeployment: seesNoOther },
      env: checkerEnv,
      worlds: [namedByOther],
      limit: 60_000,
      stopAtFirst: true,
    })
    expect(violations.map(({ property }) => property)).toEqual(['P04'])
  }, 120_000)

  test('P21 one whose effects reach the cluster of the other is found', () => {
    const { violations } = verify({ kinds: { FlinkDeployment: mixesUp }, env: checkerEnv, worlds: [two], limit: 15_000, stopAtFirst: true })
    expect(violations.map(({ property, what }) => `${property} ${what}`)).toContain(
      'P21 an effect of FlinkDeployment other changes the cluster app',
    )
  }, 60_000)
})
