import type { Deviation } from '../deviations.ts'

export const manifestsDeviations: readonly Deviation[] = []
