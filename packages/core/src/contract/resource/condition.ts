/** One Kubernetes condition. Times are ISO-8601 in UTC. */
export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
  readonly lastTransitionTime: string
  /** Absent in the reference operator's own condition `Running` (control-flow.md, section 1.8). */
  readonly observedGeneration?: number
}
