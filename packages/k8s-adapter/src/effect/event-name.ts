import type { ResourceMeta } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'

/** `String.hashCode` of Java. */
const javaHash = (text: string): number => {
  let hash = 0
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0
  return hash
}

/** The reference operator's name of an event (control-flow.md, section 7.1): the same for all that count as one event. */
export const eventName = (event: Omit<EmitEvent, '_tag'>, about: Pick<ResourceMeta, 'kind' | 'name' | 'uid'>): string => {
  const identity = `${event.reason}${event.key ?? event.message}${event.type}${about.kind}${about.name}${about.uid}`
  return `${event.component}.${javaHash(identity) & 0x7fffffff}`
}
