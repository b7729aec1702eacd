/**
 * Writes the status: the write-ahead log (design.md, section 3).
 *
 * Effect: one write of the whole `/status`, on exactly the resourceVersion that was read, or on the one that the previous write of this
 * round returned; with `over` also on a later one, if the status is still that one.
 * Idempotency key: the resourceVersion: a repeat of an applied write conflicts and the round starts anew from a fresh read.
 * Precondition: none; the answer must still hold our own record, else the CRD prunes them (`Pruned`).
 * If we crash before: the same round is decided again.
 * If we crash after: the next round starts from the new status.
 * How the next look recognises it: it reads the status.
 */
export interface PersistStatus<Status> {
  readonly _tag: 'PersistStatus'
  /** Of the kind whose decision it is. */
  readonly status: Status
  /**
   * The status on the server before this write, where the write tells what came of effects, or what may never be seen again. That is so
   * whatever the spec is by now: an edit in between does not undo it, and what nobody could see again would be lost with the write. Absent:
   * the write is also the proof that the round does not work from an old read.
   */
  readonly over?: Status
  /** What became durable by this write, for people. */
  readonly reason: string
}
