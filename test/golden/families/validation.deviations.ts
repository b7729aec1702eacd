import type { Deviation } from '../deviations.ts'

export const validationDeviations: readonly Deviation[] = []
