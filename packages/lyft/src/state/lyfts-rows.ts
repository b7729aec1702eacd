/**
 * Rows of Lyft's table (lyft-flinkapplication.md, section 2.9) that this operator does not have, and what replaces each. Together with
 * `state/table.ts` this covers the whole of that table.
 */
export const builtOtherwise = {
  '2.9/G1': 'if status.phase names no state, `phaseOf` returns null; the operator reports that and does nothing',
  '2.9/G4': 'recording an error is not a transition: see `retry/bookkeeping.ts`',
  '2.9/G5': 'the same',
  '2.9/V4':
    'a refused request is a failure of the round that sent it: the operator records the error, and row savepointing/request applies again',
  '2.9/E7': 'application-deletion/ended: it is enough that the job has ended, with or without a savepoint path (LD23)',
  '2.9/E11': 'application-deletion/savepoint-complete, or application-deletion/ended if the job has ended',
  '2.9/E13': 'the rows of application-deletion handle the next job that has not ended; the live job comes first',
  '2.9/E14': 'the same for the job of the second version; each stop has its own record, so no path has to be cleared (LD04)',
} as const satisfies Readonly<Record<string, string>>
