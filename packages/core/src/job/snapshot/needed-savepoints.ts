import { referencedSavepoints } from './referenced-savepoints.ts'
import type { DeployedSpec } from '../../cluster/deployed-spec.ts'
import type { Round } from '../round.ts'

/**
 * Every savepoint that a pending or later restore may need (P04, D-32): none of them is pruned. Stable specs count also while rollback is
 * off.
 */
export const neededSavepoints = (
  { desired: { wanted, stable }, observed: { status } }: Round,
  { reconciled, running, stable: recordedStable }: Extract<DeployedSpec, { _tag: 'Deployed' }>,
): readonly string[] =>
  referencedSavepoints(status, [wanted?.spec ?? null, reconciled.spec, running.spec, recordedStable?.spec ?? null, stable?.spec ?? null])
