import type { Millis } from '@flink-operator/core'

/** How an operator takes part in the election of a Lease. What must hold between the times, and why: `election-margin.ts`. */
export interface ElectionSettings {
  /** Of this process alone: another one with the same would be taken for it. */
  readonly identity: string
  /** How long a Lease is respected after it was last seen to change. */
  readonly leaseDuration: Millis
  /** A leader whose last renewal was sent so long ago acts no more. Shorter than `leaseDuration`. */
  readonly renewDeadline: Millis
  readonly retryPeriod: Millis
}

/** What is wrong with the times of an election; null: nothing. */
export const electionProblem = ({ leaseDuration, renewDeadline, retryPeriod }: Omit<ElectionSettings, 'identity'>): string | null => {
  if (retryPeriod <= 0) return 'kubernetes.operator.leader-election.retry-period must be longer than 0'
  if (renewDeadline <= retryPeriod)
    return 'kubernetes.operator.leader-election.renew-deadline must be longer than kubernetes.operator.leader-election.retry-period'
  return leaseDuration > renewDeadline ? null
    : 'kubernetes.operator.leader-election.lease-duration must be longer than kubernetes.operator.leader-election.renew-deadline'
}
