import type { Millis } from '@flink-operator/core'
import { earliestStart, type RateLimit, startsAfter } from '../../queue/rate-limit.ts'

/** How long an address has to wait before its next request; 0: this request counts and is answered. */
export type AskRate = (address: string) => Millis

/** Limits the requests of each address; keeps at most `mostAddresses` addresses. */
export const askRate = (rate: RateLimit, mostAddresses: number, now: () => Millis): AskRate => {
  // least recent address first
  const starts = new Map<string, readonly Millis[]>()
  return address => {
    const before = starts.get(address) ?? []
    const wait = earliestStart(rate, before, now()) - now()
    if (wait > 0) return wait
    starts.delete(address)
    starts.set(address, startsAfter(rate, before, now()))
    const [oldest] = starts.keys()
    if (starts.size > mostAddresses && oldest !== undefined) starts.delete(oldest)
    return 0
  }
}
