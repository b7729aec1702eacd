/** `status.lifecycleState` (control-flow.md, section 1.5). */
export type LifecycleState =
  | 'CREATED'
  | 'SUSPENDED'
  | 'UPGRADING'
  | 'DEPLOYED'
  | 'STABLE'
  | 'ROLLING_BACK'
  | 'ROLLED_BACK'
  | 'FAILED'
  | 'DELETING'
  | 'DELETED'
