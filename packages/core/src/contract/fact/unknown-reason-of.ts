import type { AdapterErrorTag } from '../action/adapter-error.ts'
import type { UnknownReason } from './fact.ts'

/** Maps the error of a query to the reason of an Unknown fact. As a table, it does not compile without a line for a new tag. */
export const unknownReasonOf = {
  Unreachable: 'Unreachable',
  Untrusted: 'Untrusted',
  Timeout: 'Timeout',
  Forbidden: 'Forbidden',
  Unauthorized: 'Forbidden',
  Unavailable: 'NotReady',
  TooManyRequests: 'NotReady',
  NotFound: 'Undecodable',
  Conflict: 'Undecodable',
  AlreadyExists: 'Undecodable',
  Invalid: 'Undecodable',
  Pruned: 'Undecodable',
  TooLarge: 'Undecodable',
  JobUnknown: 'Undecodable',
  JobTerminated: 'Undecodable',
  DuplicateJob: 'Undecodable',
  UnknownPath: 'Undecodable',
  Other: 'Undecodable',
} as const satisfies Record<AdapterErrorTag, UnknownReason>
