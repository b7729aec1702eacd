import type { EpochMillis } from '@flink-operator/core/resource'
import type { JobLoad } from './autoscaled.ts'

/** Records per second that arrive at each source. */
export const arrivalAt = ({ arrivals }: Pick<JobLoad, 'arrivals'>, now: EpochMillis): number =>
  arrivals.findLast(({ from }) => from <= now)?.perSecond ?? 0
