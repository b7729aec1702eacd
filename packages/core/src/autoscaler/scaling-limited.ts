import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { VertexId } from './topology.ts'
import type { VertexWish } from './vertex-wish.ts'

/** A deprecated alignment mode could not give what a vertex wished; the text is the reference's. */
export const scalingLimited = (
  id: VertexId,
  { wished, aligned, keyGroupsOrPartitions, limits }: VertexWish,
  { scalingEventInterval }: Pick<AutoscalerConfiguration, 'scalingEventInterval'>,
): AutoscalerEvent => ({
  type: 'Warning',
  reason: 'ScalingLimited',
  message: `Scaling limited detected for ${id} (expected parallelism: ${wished}, actual parallelism ${aligned.parallelism}). `
    + `Scaling limited due to numKeyGroupsOrPartitions : ${keyGroupsOrPartitions}，`
    + `upperBoundForAlignment(maxParallelism or parallelismUpperLimit): ${limits.upper}, parallelismLowerLimit: ${limits.lower}.`,
  key: `ScalingLimited${id}`,
  interval: scalingEventInterval,
  unlessSame: null,
})
