import type { ZoneRule } from './zone-rule.ts'
import { easternZones } from './zone-rules-east.ts'
import { westernZones } from './zone-rules-west.ts'

/**
 * The current rules of the IANA time zone database (2026c): the last line of each of its files. Without the rules of the past.
 */
export const zoneRules: readonly ZoneRule[] = [...westernZones, ...easternZones]
