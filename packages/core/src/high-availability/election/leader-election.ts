import type { EpochMillis, Millis } from '../../resource/time.ts'

/**
 * The Lease as it was read. Its times are of somebody else's clock and are never compared: what counts is whether it changed, and when that
 * was seen.
 */
export interface LeaseRecord {
  /** Null or empty: nobody holds it. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
  readonly resourceVersion: string
}

export interface ElectionSettings {
  /** Of this process alone: another one with the same would be taken for it. */
  readonly identity: string
  /** How long a Lease is respected after it was last seen to change. */
  readonly leaseDuration: Millis
  /** A leader whose last renewal was sent so long ago acts no more. Shorter than `leaseDuration`. */
  readonly renewDeadline: Millis
  readonly retryPeriod: Millis
}

/** What one process knows of the election. Moments are of its own clock, which never runs back. */
export type Election =
  | { readonly _tag: 'Follower'; readonly seen: { readonly resourceVersion: string; readonly since: EpochMillis } | null }
  /** `renewedAt`: when the write that was answered was sent, which is before anybody saw it. */
  | { readonly _tag: 'Leader'; readonly renewedAt: EpochMillis }

export const follower: Election = { _tag: 'Follower', seen: null }

/** What the process is to do with what it read. `Take`: write itself as holder, on the version that was read, else not at all. */
export type ElectionStep =
  | { readonly _tag: 'Create' }
  | { readonly _tag: 'Take'; readonly over: LeaseRecord; readonly isRenewal: boolean }
  | { readonly _tag: 'Wait' }

export interface ElectionAnswer {
  readonly election: Election
  readonly step: ElectionStep
}

/**
 * May this process act at this moment? A leader that can't renew stops before anybody else may start: its deadline is shorter than the
 * Lease, and counts from earlier.
 */
export const mayAct = (election: Election, now: EpochMillis, { renewDeadline }: ElectionSettings): boolean =>
  election._tag === 'Leader' && now < election.renewedAt + renewDeadline

const isFree = ({ holder }: LeaseRecord): boolean => holder === null || holder === ''

/**
 * The Lease was read; null: there is none.
 *
 * | read | then |
 * |---|---|
 * | none | create it |
 * | held by us | renew it |
 * | held by nobody | take it |
 * | held by another, other than it was | it lives: wait from now on |
 * | held by another, the same for as long as it lasts | take it |
 */
export const leaseRead = (election: Election, lease: LeaseRecord | null, now: EpochMillis, settings: ElectionSettings): ElectionAnswer => {
  if (lease === null) return { election: stillLeading(election, now, settings), step: { _tag: 'Create' } }
  if (lease.holder === settings.identity)
    return { election: stillLeading(election, now, settings), step: { _tag: 'Take', over: lease, isRenewal: true } }
  const before = election._tag === 'Follower' ? election.seen : null
  const seen = before?.resourceVersion === lease.resourceVersion ? before : { resourceVersion: lease.resourceVersion, since: now }
  const isOver = isFree(lease) || now - seen.since > Math.max(lease.leaseDuration, settings.leaseDuration)
  return { election: { _tag: 'Follower', seen }, step: isOver ? { _tag: 'Take', over: lease, isRenewal: false } : { _tag: 'Wait' } }
}

/** A leader whose deadline has passed is none any more, whatever the Lease says: it begins anew. */
export const stillLeading = (election: Election, now: EpochMillis, settings: ElectionSettings): Election =>
  election._tag === 'Leader' && !mayAct(election, now, settings) ? follower : election

/** The write was answered: it is ours, from when it was sent. */
export const leaseWritten = (sentAt: EpochMillis): Election => ({ _tag: 'Leader', renewedAt: sentAt })

/** The write was refused, or nobody knows: what is so is read again. A leader stays one until its deadline, no longer. */
export const leaseNotWritten = (election: Election, now: EpochMillis, settings: ElectionSettings): Election =>
  stillLeading(election, now, settings)

/** What is wrong with the times of an election; null: nothing. */
export const electionProblem = ({ leaseDuration, renewDeadline, retryPeriod }: Omit<ElectionSettings, 'identity'>): string | null => {
  if (retryPeriod <= 0) return 'kubernetes.operator.leader-election.retry-period must be longer than 0'
  if (renewDeadline <= retryPeriod)
    return 'kubernetes.operator.leader-election.renew-deadline must be longer than kubernetes.operator.leader-election.retry-period'
  return leaseDuration > renewDeadline ? null
    : 'kubernetes.operator.leader-election.lease-duration must be longer than kubernetes.operator.leader-election.renew-deadline'
}
