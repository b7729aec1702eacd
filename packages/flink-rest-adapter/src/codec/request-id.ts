import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decodeWith } from './decode.ts'

/** The answer to a trigger: the id under which the operation can be asked for. */
export const decodeRequestId = flow(decodeWith(t.type({ 'request-id': t.string }, 'Trigger')), E.map(trigger => trigger['request-id']))
