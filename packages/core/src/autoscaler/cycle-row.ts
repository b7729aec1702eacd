import { executionRows } from './execute/execution.ts'

/** Rows of one cycle (autoscaler.md, section 1): the step that ended it. */
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
