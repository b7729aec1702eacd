/** The failure classes of both adapters, as one closed list (design.md, section 2). */
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
  // TLS: one side does not trust the other's certificate
  'Untrusted',
  'Timeout',
  'JobUnknown',
  'JobTerminated',
  'DuplicateJob',
  'UnknownPath',
  'Other',
] as const

/** The class of an error, whichever system returned it. */
export type AdapterErrorTag = (typeof adapterErrorTags)[number]

/** A call that failed. Produced only by adapters. */
export interface AdapterError {
  readonly _tag: AdapterErrorTag
  /** The server's message, or the client's if there was no response. Without secrets. */
  readonly message: string
  /** `No`: the server certainly did not apply the request. `Maybe`: no response or an unclear one; a query decides. */
  readonly applied: 'No' | 'Maybe'
  readonly httpStatus: number | null
  /** From `Retry-After`, in milliseconds. */
  readonly retryAfter: number | null
}
