import { type ScalingMetric, scalingMetrics } from '../metric.ts'
import type { Profile } from '../profile.ts'

/**
 * Metrics that a stored text may name: a name that the reference does not know makes it throw the whole text away when it reads it, so
 * neither is one written that the version does not know (autoscaler.md, section 0.1).
 */
export const isKnownMetric = (name: string, profile: Profile): name is ScalingMetric =>
  (scalingMetrics as readonly string[]).includes(name) && (profile === 'main' || name !== 'NUM_RECORDS_IN_PER_SECOND')
