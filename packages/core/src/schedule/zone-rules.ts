import type { ZoneRule } from './zone-rule.ts'
import { easternZones } from './zone-rules-east.ts'
import { westernZones } from './zone-rules-west.ts'

/**
 * The rules of the IANA time zone database (2026c) as they are from now on: the last line of each of its files. What clocks showed in the
 * past is not in it.
 */
export const zoneRules: readonly ZoneRule[] = [...westernZones, ...easternZones]
