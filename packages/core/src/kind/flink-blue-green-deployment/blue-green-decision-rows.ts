import { blueGreenTable } from './rows/rows.ts'

/** Ids of the rows of a FlinkBlueGreenDeployment's decision table (rows.ts), and of what is taken over (adopt.ts). */
export const blueGreenRows: readonly string[] = blueGreenTable.map(({ row }) => row)
