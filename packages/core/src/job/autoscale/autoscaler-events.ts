import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { AutoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../../autoscaler/autoscaler-event.ts'
import type { UnreadableKey } from '../../autoscaler/state/stored-state.ts'
import { boundedMessage } from '../../contract/resource/json.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { event } from '../../contract/round/decision.ts'

/**
 * Turns an autoscaler event into an event of the resource. Equal events are emitted once in an interval: the number of the interval is part
 * of the event's key, and an event with a known key is not emitted again. So no state has to remember which events were emitted.
 */
const emitted = ({ type, reason, message, key, interval, unlessSame }: AutoscalerEvent, now: EpochMillis): EmitEvent => {
  const of = `${key ?? message}${unlessSame === null ? '' : ` ${unlessSame}`}`
  const during = interval === null || interval <= 0 ? now : Math.floor(now / interval)
  return event(type, 'Operator', reason, boundedMessage(message), `${reason}: ${of} ${String(during)}`, 'Once')
}

/** A-18: an unreadable key of the ConfigMap counts as empty. The event is emitted once for each key and reason. */
export const unreadableEvents = (
  unreadable: readonly UnreadableKey[],
  { scalingEventInterval }: Pick<AutoscalerConfiguration, 'scalingEventInterval'>,
): readonly AutoscalerEvent[] =>
  unreadable.map(({ key, reason }) => ({
    type: 'Warning',
    reason: 'AutoscalerError',
    message: `${key} of the autoscaler's ConfigMap can't be read and counts as empty: ${reason}`,
    key: `unreadable ${key}`,
    interval: scalingEventInterval,
    unlessSame: reason,
  }))

/** The events of a cycle, with the reasons and texts of the reference operator (autoscaler.md, section 11). */
export const autoscalerEvents = (events: readonly AutoscalerEvent[], now: EpochMillis): readonly EmitEvent[] =>
  events.map(it => emitted(it, now))
