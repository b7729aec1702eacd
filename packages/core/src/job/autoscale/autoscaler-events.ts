import type { EmitEvent } from '../../action/emit-event.ts'
import type { AutoscalerConfiguration } from '../../autoscaler/autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../../autoscaler/autoscaler-event.ts'
import type { UnreadableKey } from '../../autoscaler/state/stored-state.ts'
import { boundedMessage } from '../../resource/utf8-length.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { event } from '../../round/event.ts'

/**
 * Equal events are sent once in their interval: the interval that it falls into is a part of what an event is known by, and one that is
 * known already is left alone. So nobody has to remember what was sent.
 */
const emitted = ({ type, reason, message, key, interval, unlessSame }: AutoscalerEvent, now: EpochMillis): EmitEvent => {
  const of = `${key ?? message}${unlessSame === null ? '' : ` ${unlessSame}`}`
  const during = interval === null || interval <= 0 ? now : Math.floor(now / interval)
  return event(type, 'Operator', reason, boundedMessage(message), `${reason}: ${of} ${String(during)}`, 'Once')
}

/** A-18: a key of the ConfigMap that can't be read counts as empty; told once for each key and reason. */
export const unreadableEvents = (
  unreadable: readonly UnreadableKey[],
  { scalingEventInterval }: Pick<AutoscalerConfiguration, 'scalingEventInterval'>,
): readonly AutoscalerEvent[] =>
  unreadable.map(({ key, reason }) => ({
    type: 'Warning',
    reason: 'AutoscalerError',
    message: `${key} of the autoscaler's ConfigMap can not be read and counts as empty: ${reason}`,
    key: `unreadable ${key}`,
    interval: scalingEventInterval,
    unlessSame: reason,
  }))

/** What a cycle tells people, with the reasons and texts of the reference operator (autoscaler.md, section 11). */
export const autoscalerEvents = (events: readonly AutoscalerEvent[], now: EpochMillis): readonly EmitEvent[] =>
  events.map(it => emitted(it, now))
