import type { EmitEvent } from '../action/emit-event.ts'
import { event } from './event.ts'
import { cutMessage } from '../resource/utf8-length.ts'

/** Event: the REST Service of a resource's cluster routes to pods other than its JobManager. `words` name the Service and the cause. */
export const foreignServiceEvent = (words: string): EmitEvent => {
  const message = cutMessage(words)
  return event('Warning', 'Operator', 'ForeignService', message, message, 'Once')
}
