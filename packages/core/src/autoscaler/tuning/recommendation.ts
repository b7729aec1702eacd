import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import type { ConfigChanges } from '../autoscaler-state.ts'
import { sortedEntries } from '../state/vertex-key.ts'

/** The first line of the event. Tools search for it. */
export const recommendationHeader = (isEnabled: boolean): string =>
  `Memory tuning recommends the following configuration (automatic tuning is ${isEnabled ? 'enabled' : 'disabled'}):`

/** An interval longer than the lifetime of any operator process. */
const always = Number.MAX_SAFE_INTEGER

/**
 * Event with the changes that memory tuning recommends (autoscaler.md, section 11). A-5: the reason of the reference operator contains a
 * blank, and it repeats the event in each interval even if nothing changed.
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
