/**
 * One row of a kind's table of situations. `row`: its id, or the letter of the table that answers for it; `when`: that it fits, in words;
 * `situation`: null where it does not.
 */
export interface ClassificationRow<Round, Evidence, Answer> {
  readonly row: string
  readonly when: string
  readonly situation: (round: Round, evidence: Evidence) => Answer
}

/** The answer of the first row that fits; null: none does. */
export const firstThatFits = <Round, Evidence, Answer>(
  rows: readonly ClassificationRow<Round, Evidence, Answer | null>[],
  round: Round,
  evidence: Evidence,
): Answer | null => {
  for (const { situation } of rows) {
    const found = situation(round, evidence)
    if (found !== null) return found
  }
  return null
}
