import type { Env } from '../../env.ts'
import { knownValue } from '../../fact/fact.ts'
import { secretsFor } from '../../redaction/known-secrets.ts'
import type { SnapshotDesired, SnapshotObserved } from './round.ts'

/** Its own, and those of the job that it asks. */
export const secretsOf = (
  { secrets }: SnapshotDesired,
  { facts: { target, targetSessionJob } }: Pick<SnapshotObserved, 'facts'>,
  env: Env,
): readonly string[] => [
  ...secrets,
  ...[knownValue(target), knownValue(targetSessionJob)].flatMap(view => {
    if (view === undefined) return []
    const { spec, status: { reconciliationStatus: { lastReconciledSpec, lastStableSpec } } } = view
    return secretsFor(env, spec, lastReconciledSpec, lastStableSpec)
  }),
]
