import type { Explanation } from './explanation.ts'

export type UnblockedBy = Explanation['unblockedBy']

export const operator = (what: string): UnblockedBy => ({ who: 'operator', what })
export const cluster = (what: string): UnblockedBy => ({ who: 'cluster', what })
export const person = (what: string): UnblockedBy => ({ who: 'person', what })
