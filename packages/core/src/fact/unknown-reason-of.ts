import type { AdapterErrorTag } from '../action/adapter-error.ts'
import type { UnknownReason } from './fact.ts'

/** What kind of "could not see" an error of a look is. A table: a new tag does not compile without a line. */
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
