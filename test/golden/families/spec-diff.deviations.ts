import type { Deviation } from '../deviations.ts'

export const specDiffDeviations: readonly Deviation[] = []
