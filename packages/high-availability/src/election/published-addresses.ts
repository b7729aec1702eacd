import type { KeyChanges } from '../config-map.ts'
import type { Leading } from './elector.ts'

type Published = Pick<Leading, 'addresses' | 'confirmed'>

/** What is to be written so that the lock says what the components of this process confirmed. A lock without a place for it: nothing. */
export const repairs = ({ addresses, confirmed }: Published): KeyChanges =>
  addresses === null ? {}
    : Object.fromEntries(Object.entries(confirmed).filter(([component, text]) => (addresses[component] ?? null) !== text))

/** What was taken back, and is gone, need not be remembered. */
export const withoutDone = ({ addresses, confirmed }: Published): KeyChanges =>
  Object.fromEntries(Object.entries(confirmed).filter(([component, text]) => text !== null || addresses?.[component] !== undefined))
