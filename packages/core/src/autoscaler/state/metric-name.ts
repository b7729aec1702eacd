import { type ScalingMetric, scalingMetrics } from '../metric.ts'
import type { Profile } from '../profile.ts'

/**
 * True for metrics that a stored text may contain. The reference operator discards the whole text if it contains a metric that it does not
 * know, so only metrics known to the version are written (autoscaler.md, section 0.1).
 */
export const isKnownMetric = (name: string, profile: Profile): name is ScalingMetric =>
  (scalingMetrics as readonly string[]).includes(name) && (profile === 'main' || name !== 'NUM_RECORDS_IN_PER_SECOND')
