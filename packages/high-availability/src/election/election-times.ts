import type { Millis } from '@flink-operator/core'

/**
 * How an operator takes part in the election of a Lease. `election-margin.ts` says which conditions the times have to meet, and why.
 */
export interface ElectionSettings {
  /** Unique to this process: another process with the same identity would be mistaken for it. */
  readonly identity: string
  /** How long a Lease is respected after its last observed change. */
  readonly leaseDuration: Millis
  /** A leader acts only this long after it sent its last successful renewal. Shorter than `leaseDuration`. */
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
