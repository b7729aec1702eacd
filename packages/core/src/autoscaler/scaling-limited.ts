import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { VertexId } from './topology.ts'
import type { VertexWish } from './vertex-wish.ts'

/** Event if a deprecated alignment mode can not reach the desired parallelism. Text of the reference operator. */
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
