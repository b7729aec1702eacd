import { type ClusterCapacityView, type Fact, known, unknown } from '@flink-operator/core/fact'
import type { World } from '../world/world.ts'

/** The answer about the nodes: those of the world, or a refusal. Pods of the world take no room on them. */
export const readCapacity = ({ autoscaled, now }: World): Fact<ClusterCapacityView> =>
  autoscaled?.nodes === undefined ? unknown('Forbidden', 'the operator may not list nodes', now)
    : known({ nodes: autoscaled.nodes, clusterAutoscalerStatus: null, reserved: [] }, now)
