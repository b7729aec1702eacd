import type { Millis } from '@flink-operator/core'
import type { ElectorSettings } from './elector-settings.ts'

/**
 * How much time may be lost before two processes believe to lead at once. Which losses count depends on how a process decides that
 * another's lock is free.
 *
 * | `expiry` | at most one leads as long as | nothing is assumed of |
 * |---|---|---|
 * | `Observed` | renew deadline × (1 + ρ) + π < lease duration × (1 − ρ) | the times of day, how long requests and answers take, who is paused when |
 * | `RenewTime` | renew deadline + δ + π < lease duration, for `mayAct`; renew deadline + retry period + δ + π for a process that checks its deadline only before it retries, as Flink's do | how long requests and answers take |
 *
 * ρ: by how much a clock runs faster or slower than time (0.0005 with NTP, 0.0002 of a bare quartz). δ: by how much two times of day
 * differ. π: between asking `mayAct` and the effect of what is then done: a paused process may continue what it had begun. Effects that
 * carry a precondition (a resourceVersion, a minted id) need no bound on π.
 */
export const electionMargin = ({ leaseDuration, renewDeadline }: Pick<ElectorSettings, 'leaseDuration' | 'renewDeadline'>): Millis =>
  leaseDuration - renewDeadline

/** The same for a process that checks its deadline only before it retries. */
export const marginBetweenAttempts = (settings: Pick<ElectorSettings, 'leaseDuration' | 'renewDeadline' | 'retryPeriod'>): Millis =>
  electionMargin(settings) - settings.retryPeriod
