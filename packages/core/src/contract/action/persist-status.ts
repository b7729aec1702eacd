/**
 * Writes the status: the write-ahead log (design.md, section 3).
 *
 * Effect: one write of the whole `/status`, on exactly the resourceVersion that was read, or on the one that the previous write of this
 * round returned; with `over` also on a later one, if the status is still that one.
 * Idempotency key: the resourceVersion: repeating an applied write conflicts, and the round starts again from a fresh read.
 * Precondition: none; the response must still contain our own record, else the CRD prunes it (`Pruned`).
 * If we crash before: the same round is decided again.
 * If we crash after: the next round starts from the new status.
 * How the next look recognises it: it reads the status.
 */
export interface PersistStatus<Status> {
  readonly _tag: 'PersistStatus'
  /** The status type of the deciding kind. */
  readonly status: Status
  /**
   * The status on the server before this write. It is set if the write records results of effects, or facts that can't be observed again.
   * Those stay true whatever the spec is now: an edit in between does not undo them, and they would be lost with the write. Absent: the
   * write also proves that the round does not work from an old read.
   */
  readonly over?: Status
  /** What this write makes durable, for display. */
  readonly reason: string
}
