import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import type { ConfigChanges } from '../autoscaler-state.ts'
import type { Profile } from '../profile.ts'
import { sortedEntries } from '../state/order.ts'

/** The first line of the event; tools look for it. */
export const recommendationHeader = (isEnabled: boolean): string =>
  `Memory tuning recommends the following configuration (automatic tuning is ${isEnabled ? 'enabled' : 'disabled'}):`

/** For as long as an operator runs. */
const always = Number.MAX_SAFE_INTEGER

/**
 * What memory tuning would change (autoscaler.md, section 11). A-5: the reference's reason has a blank, and it repeats the event in each
 * interval though nothing changed.
 */
export const memoryRecommendation = (
  changes: ConfigChanges,
  { memoryTuningEnabled, scalingEventInterval }: AutoscalerConfiguration,
  profile: Profile,
): AutoscalerEvent => {
  const lines = sortedEntries(changes.overrides).map(([key, value]) => `${key}: ${value}`).join('\n')
  const message = `${recommendationHeader(memoryTuningEnabled)}\n${lines}\nRemove the following config entries if present: [${
    changes.removals.join(', ')
  }]`
  return {
    type: 'Normal',
    reason: profile === 'main' ? 'MemoryRecommendation' : 'Configuration recommendation',
    message,
    key: 'MemoryTuning',
    interval: profile === 'main' ? always : scalingEventInterval,
    unlessSame: profile === 'main' ? lines : null,
  }
}
