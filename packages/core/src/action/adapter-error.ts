/** What kind of failure it was, in one closed list for both adapters (design.md, section 2). */
export const adapterErrorTags = [
  'NotFound',
  'Conflict',
  'AlreadyExists',
  'Invalid',
  'Pruned',
  'TooLarge',
  'Forbidden',
  'Unauthorized',
  'TooManyRequests',
  'Unavailable',
  'Unreachable',
  // TLS: one side does not accept the other's certificate
  'Untrusted',
  'Timeout',
  'JobUnknown',
  'JobTerminated',
  'DuplicateJob',
  'UnknownPath',
  'Other',
] as const

/** What kind of error it is, whichever system gave it. */
export type AdapterErrorTag = (typeof adapterErrorTags)[number]

/** A call that failed. Produced only by adapters. */
export interface AdapterError {
  readonly _tag: AdapterErrorTag
  /** The server's words, or the client's where no answer came. Secrets are left out. */
  readonly message: string
  /** `No`: the server surely did not do it. `Maybe`: no or an unclear answer; a look decides. */
  readonly applied: 'No' | 'Maybe'
  readonly httpStatus: number | null
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfter: number | null
}
