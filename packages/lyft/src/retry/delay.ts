import { mintId, type Millis } from '@flink-operator/core/resource'
import type { ApplicationTimers } from './timers.ts'

/** With more doublings every base is at its maximum. The bit shift of Lyft's operator resulted in 0 from 56 on (section 2.5.1). */
const mostDoublings = 40

/**
 * A deterministic value from 0 to 1: different resources do not retry in step, and the same inputs give the same decision. It does not
 * depend on the time.
 */
export const jitterOf = (uid: string, attempt: number, retryCount: number): number =>
  Number.parseInt(mintId('operation', `${uid}/${attempt}`, retryCount, 0).slice(0, 8), 16) / 2 ** 32

/** The delay after the n-th failure: doubled each time, up to the maximum (section 2.5.1, FA54). */
export const retryDelay = (
  { baseBackoffDuration, maxBackoffDuration }: Pick<ApplicationTimers, 'baseBackoffDuration' | 'maxBackoffDuration'>,
  retryCount: number,
  jitter: number,
): Millis => {
  const base = Math.max(1, baseBackoffDuration)
  return Math.ceil(Math.min(maxBackoffDuration, 2 ** Math.min(Math.max(0, retryCount), mostDoublings) * base * (1 + jitter)))
}
