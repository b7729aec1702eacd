import type { KeyChanges } from '../config-map.ts'
import type { Leading } from './elector.ts'

type Published = Pick<Leading, 'addresses' | 'confirmed'>

/**
 * The changes that make the lock match the confirmed addresses of this process's components. None if the lock has no place for them.
 */
export const repairs = ({ addresses, confirmed }: Published): KeyChanges =>
  addresses === null ? {}
    : Object.fromEntries(Object.entries(confirmed).filter(([component, text]) => (addresses[component] ?? null) !== text))

/** Drops withdrawn addresses that the lock does not have any more. */
export const withoutDone = ({ addresses, confirmed }: Published): KeyChanges =>
  Object.fromEntries(Object.entries(confirmed).filter(([component, text]) => text !== null || addresses?.[component] !== undefined))
