import type { EmitEvent } from '../action/emit-event.ts'
import { event } from './event.ts'
import { cutMessage } from '../resource/utf8-length.ts'

/** The REST Service of a resource's cluster leads elsewhere than to its JobManager; `words` name the Service and say why. */
export const foreignServiceEvent = (words: string): EmitEvent => {
  const message = cutMessage(words)
  return event('Warning', 'Operator', 'ForeignService', message, message, 'Once')
}
