import { mintId } from '../../../resource/mint-id.ts'
import type { Millis } from '../../../resource/time.ts'
import type { ApplicationTimers } from './timers.ts'

/** Beyond it any base is at its maximum; Lyft's shift of 56 and more came out as 0 (section 2.5.1). */
const mostDoublings = 40

/**
 * Between 0 and 1, the same whoever asks: two resources don't retry in step, and one decides the same each time. No time goes into it, so
 * that a decision does not depend on the day.
 */
export const jitterOf = (uid: string, attempt: number, retryCount: number): number =>
  Number.parseInt(mintId('operation', `${uid}/${attempt}`, retryCount, 0).slice(0, 8), 16) / 2 ** 32

/** How long after the n-th failure it is tried again: doubled each time, never more than the maximum (section 2.5.1, FA54). */
export const retryDelay = (
  { baseBackoffDuration, maxBackoffDuration }: Pick<ApplicationTimers, 'baseBackoffDuration' | 'maxBackoffDuration'>,
  retryCount: number,
  jitter: number,
): Millis => {
  const base = Math.max(1, baseBackoffDuration)
  return Math.ceil(Math.min(maxBackoffDuration, 2 ** Math.min(Math.max(0, retryCount), mostDoublings) * base * (1 + jitter)))
}
