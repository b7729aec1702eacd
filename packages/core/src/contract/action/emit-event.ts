/**
 * Reports to users with a Kubernetes Event. Best effort: its failure changes nothing (P18).
 *
 * Effect: creates the Event, or increments its count.
 * Idempotency key: its name, a hash of uid, reason, component and key (control-flow.md, section 7.1).
 * Precondition: none.
 * If we crash before: the event may be missing.
 * If we crash after: the event exists.
 * How the next look recognises it: it is never queried.
 */
export interface EmitEvent {
  readonly _tag: 'EmitEvent'
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: 'JobManagerDeployment' | 'Job' | 'Operator' | 'Snapshot'
  /** Events with the same key are the same event; null: the message. It contains no durations or counts (P16). */
  readonly key: string | null
  /** `Count`: the count of an existing event is incremented. `Once`: an existing event is not changed. */
  readonly repeat: 'Count' | 'Once'
  readonly annotations: Readonly<Record<string, string>>
}
