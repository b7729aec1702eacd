import type { BlueGreenRow } from './rows/row.ts'

/** What a FlinkBlueGreenDeployment calls for: the row of the table that answered, and why. */
export interface Situation {
  readonly row: BlueGreenRow
  readonly reason: string
}
