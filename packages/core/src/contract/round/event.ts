import type { EmitEvent } from '../action/emit-event.ts'

/** An event of one resource. `key`: events with the same key are counted together; null: the reason is the key. */
export const event = (
  type: EmitEvent['type'],
  component: EmitEvent['component'],
  reason: string,
  message: string,
  key: string | null = null,
  repeat: EmitEvent['repeat'] = 'Count',
): EmitEvent => ({ _tag: 'EmitEvent', type, reason, message, component, key, repeat, annotations: {} })
