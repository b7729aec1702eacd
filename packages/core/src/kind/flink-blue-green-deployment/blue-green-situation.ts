import type { BlueGreenRow } from './rows/blue-green-row.ts'

/** The situation of a FlinkBlueGreenDeployment: the row of the table that applies, and the reason. */
export interface Situation {
  readonly row: BlueGreenRow
  readonly reason: string
}
