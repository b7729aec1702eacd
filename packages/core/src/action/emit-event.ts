/**
 * Tells people, as a Kubernetes Event. Best effort: its failure changes nothing (P18).
 *
 * Effect: creates the Event, or counts it up.
 * Idempotency key: its name, a hash of uid, reason, component and key (control-flow.md, section 7.1).
 * Precondition: none.
 * If we crash before: the event may be missing.
 * If we crash after: the event is there.
 * How the next look recognises it: it is never looked at.
 */
export interface EmitEvent {
  readonly _tag: 'EmitEvent'
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: 'JobManagerDeployment' | 'Job' | 'Operator' | 'Snapshot'
  /** What makes the event the same one again; null: the message. No durations or counts in it (P16). */
  readonly key: string | null
  /** `Count`: an existing one is counted up. `Once`: it is left alone. */
  readonly repeat: 'Count' | 'Once'
  readonly annotations: Readonly<Record<string, string>>
}
