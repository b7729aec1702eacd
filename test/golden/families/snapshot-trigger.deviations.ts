import type { Deviation } from '../deviations.ts'

export const snapshotTriggerDeviations: readonly Deviation[] = []
