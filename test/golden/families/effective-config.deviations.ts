import type { Deviation } from '../deviations.ts'

export const effectiveConfigDeviations: readonly Deviation[] = []
