import { executionRows } from './execute/execution.ts'

/** The steps at which a cycle can end (autoscaler.md, section 1). */
export const cycleRows = [
  'off',
  'not-running',
  'unknown',
  'not-ready',
  'no-sample',
  'too-few-samples',
  'not-evaluated',
  'window-not-full',
  ...executionRows,
] as const

/** How a cycle ended. */
export type CycleRow = (typeof cycleRows)[number]
