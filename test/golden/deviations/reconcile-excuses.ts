import type { Excuse, Pattern } from '../deviation.ts'

/** Fields of a round and how they may differ, in the words of the family `reconcile`. */
export const or = (...oneOf: readonly unknown[]): Pattern => ({ oneOf })
export const stateField = (field: string, want: Pattern, got: Pattern): Excuse => ({ field, want, got })
export const fields = (changes: Readonly<Record<string, readonly [Pattern, Pattern]>>): readonly Excuse[] =>
  Object.entries(changes).map(([field, [want, got]]) => ({ field, want, got }))
/** The calls of the round, and ours until all is quiet. */
export const calls = (want: Pattern, got: Pattern): Excuse => ({ field: 'calls', want, got })
export const error = (want: Pattern, got: Pattern): Excuse => ({ field: 'error', want, got })
/** An event that ours does not tell. */
export const event = (reason: string): Excuse => ({ field: `event.${reason}`, want: true, got: false })
export const haMetadataGoes: Excuse = { field: 'HA metadata deleted', want: false, got: true }

/** A start that ours does not make: what is there stays as it is, and a person is asked. */
export const nothingDone: readonly Excuse[] = [
  event('SpecChanged'),
  event('Submit'),
  ...fields({
    jobManagerDeploymentStatus: ['DEPLOYING', 'MISSING'],
    'jobStatus.jobId': ['<generated>', /^[0-9a-f]{32}$/],
    observedGeneration: [3, 2],
    'reconciliationStatus.lastReconciledSpecIsStable': [false, true],
  }),
]
