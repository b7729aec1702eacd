import type { JobRound, SubmittedJob } from '../job-round.ts'
import { referencedSavepoints } from './referenced-savepoints.ts'

/**
 * Every savepoint that a pending or later restore may need (P04, D-32): none of them is pruned. Stable specs count also while rollback is
 * off.
 */
export const neededSavepoints = (
  { desired: { wanted, stable }, observed: { status } }: JobRound,
  { reconciled, running, stable: recordedStable }: SubmittedJob,
): readonly string[] =>
  referencedSavepoints(status, [wanted?.job ?? null, reconciled.job, running.job, recordedStable?.job ?? null, stable?.job ?? null])
