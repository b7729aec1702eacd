import type { Deviation } from '../deviations.ts'

export const upgradeModeDeviations: readonly Deviation[] = []
