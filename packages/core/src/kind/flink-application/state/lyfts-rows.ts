/**
 * Rows of Lyft's table (lyft-flinkapplication.md, section 2.9) that are no row here, and what stands in their place. With `state/table.ts`
 * it is the whole of that table.
 */
export const builtOtherwise = {
  G1: 'a word that names no state is no state: `phaseOf` has no answer, and the round tells it and does nothing',
  G4: 'what is kept of an error is not a move: `retry/bookkeeping.ts`',
  G5: 'the same',
  V4: 'a refused request is a failure of the round that sent it, and its error is kept; the row is V3 again',
  E7: 'E5: a job that has ended is enough, with a path or without (LD23)',
  E11: 'E8, or E5 where the job has ended',
  E13: 'E2 to E12 ask for the next job that has not ended; the live one is the first',
  E14: 'the same for the job that came up beside it; each stop has a record of its own, so that no path has to be taken away (LD04)',
} as const satisfies Readonly<Record<string, string>>
