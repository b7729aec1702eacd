import type { DecisionTable } from '../../contract/round/row.ts'
import { jobSubTables, reportedRows, tablesInWords } from '../../job/job-tables.ts'
import { lostRows } from './recovery/lost-job.ts'
import { othersRows } from './recovery/others-jobs.ts'
import { classification } from './session-job-classification.ts'
import { clusterChangesRow } from './upgrade/upgrade.ts'

/** The tables that only a session job has. */
const ownTables: readonly DecisionTable[] = [
  { title: 'A session job: its JobManager does not list the job', rows: lostRows },
  { title: 'A session job: jobs of others', rows: othersRows },
  { title: 'A session job: an edit waits for its cluster', rows: [clusterChangesRow] },
]

/** The decision tables of a FlinkSessionJob. */
export const sessionJobTables: readonly DecisionTable[] = [
  ...tablesInWords('A session job', classification),
  ...ownTables,
  ...jobSubTables,
]

/** Ids of the rows that a situation names. A session job is never restored from the HA metadata of its cluster. */
export const decisionRows: readonly string[] = reportedRows(
  [classification.first, classification.unrecorded, classification.recorded, ...ownTables.map(({ rows }) => rows)],
  ['restore/last-state', 'restore/to-query'],
)
