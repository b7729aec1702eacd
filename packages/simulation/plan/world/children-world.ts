import type { Env } from '@flink-operator/core'
import type { Fact, Facts, FlinkDeploymentView } from '@flink-operator/core/fact'
import { kinds } from '@flink-operator/kinds'
import { clusterOf } from '../../src/world/clusters.ts'
import type { FlinkDeploymentResource } from '../../src/world/resources.ts'
import { newWorld, type PlanWorld } from './plan-world.ts'
import { worldOf } from './world-of.ts'

const slots = ['blue', 'green'] as const

/** The answer to a child's query. */
const seen = <A>(facts: Facts, fact: string): Fact<A> | undefined => (facts as Readonly<Record<string, Fact<A> | undefined>>)[fact]

/**
 * The children of a FlinkBlueGreenDeployment, each with its cluster as its status and the queries show it. Null: one of them can't be
 * determined.
 */
export const withChildren = (before: PlanWorld, facts: Facts, env: Env): PlanWorld | null =>
  slots.reduce<PlanWorld | null>((world, slot) => {
    const child = seen<FlinkDeploymentView>(facts, `target@${slot}`)
    if (world === null || child === undefined || child._tag === 'Unknown') return null
    return child._tag === 'Absent' ? world : withChild(world, child.value, seen(facts, `jobs@${slot}`), env)
  }, before)

const withChild = (
  before: PlanWorld,
  child: FlinkDeploymentView,
  jobs: Fact<never> | undefined,
  env: Env,
): PlanWorld | null => {
  const resource = child as FlinkDeploymentResource
  const known = { resource, desired: kinds.FlinkDeployment.validate(resource, env), facts: jobs === undefined ? {} : { jobs } }
  const alone = worldOf(newWorld(before.world.now, false, [child.meta.name]), known)
  if (alone === null) return null
  const { world } = before
  return {
    ...before,
    bounds: alone.bounds,
    world: {
      ...world,
      resources: { ...world.resources, FlinkDeployment: [...world.resources.FlinkDeployment, resource] },
      beside: world.beside.map(it => (it.clusterId === child.meta.name ? clusterOf(alone.world) : it)),
    },
  }
}
