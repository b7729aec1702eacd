import { flow } from 'fp-ts/lib/function.js'
import * as E from 'fp-ts/lib/Either.js'
import { decodeWith, fields, hexadecimal } from './decode.ts'

/** The answer to a trigger: the id for queries of the operation. */
export const decodeRequestId = flow(
  decodeWith(fields('Trigger', { 'request-id': hexadecimal })),
  E.map(trigger => trigger['request-id']),
)
