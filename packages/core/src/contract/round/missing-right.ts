import type { EmitEvent } from '../action/emit-event.ts'
import { event } from './event.ts'
import { cutMessage } from '../resource/utf8-length.ts'

/** Event: Kubernetes or Flink denies the operator a request that a resource needs. `words`: the server's text without secrets. */
export const missingRightEvent = (words: string): EmitEvent => {
  const message = cutMessage(`The operator may not do what this resource needs: ${words}`)
  return event('Warning', 'Operator', 'MissingRight', message, message, 'Once')
}
