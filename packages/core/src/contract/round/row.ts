/** The name of a row, and its condition in words. */
export interface RowText {
  /** Unique in the repository. `lost/no-ha`: the row `no-ha` of the table that answers for the row `lost`. */
  readonly id: string
  readonly when: string
}

/** The rows of one table in words, in the order in which they are asked. */
export interface DecisionTable {
  /** What the table answers, for documents. */
  readonly title: string
  readonly rows: readonly RowText[]
}

/**
 * One row of a decision table. Every table of the repository is a list of such rows in the order in which they are asked. A table may add
 * fields of its own: what comes of a row, or the states in which it is asked.
 */
export interface Row<Asked extends readonly unknown[], Found> extends RowText {
  /** The row's answer, or true. Null or false: the row does not apply. */
  readonly holds: (...asked: Asked) => Found | null | false
}

/**
 * The ids of the rows that a situation names: the row of the table of situations, then the rows of other tables that it rests on. In text
 * they are apart by a comma: `session-cluster/edit, affected-jobs/stateful`.
 */
export const rowsIn = (text: string): readonly string[] => text.split(', ')

/** A row at the end of a table, which always applies. */
export interface LastRow<Asked extends readonly unknown[], Found> extends Row<Asked, Found> {
  readonly holds: (...asked: Asked) => Found
}

/** Rows in the order in which they are asked, of which the last one always applies. */
export interface CompleteTable<Asked extends readonly unknown[], Found> {
  readonly rows: readonly Row<Asked, Found>[]
  readonly last: LastRow<Asked, Found>
}

/** The first row that applies, with its answer. Null: no row applies. */
export const firstMatch = <Asked extends readonly unknown[], Found, Known extends Row<Asked, Found>>(
  rows: readonly (Known & Row<Asked, Found>)[],
  ...asked: Asked
): { readonly row: Known; readonly found: Found } | null => {
  for (const row of rows) {
    const found = row.holds(...asked)
    if (found !== null && found !== false) return { row, found }
  }
  return null
}
