import type { ClassificationRow } from '../round/classification.ts'
import type { JobSituation, JobTypes, RecordedJob } from './job-situation.ts'

/**
 * Rows of the lifecycle of a job, by their names, in the order in which they are asked; with their ids by where the job runs. A letter, or
 * 4.9/8, stands for a table of its own.
 */
export const rowIds = {
  stopping: { application: 'C6', sessionJob: 'Q9' },
  starting: { application: 'C7', sessionJob: 'Q10' },
  'autoscaler-to-forget': { application: 'A1, A2', sessionJob: 'A1, A2' },
  'snapshot-nonce': { application: 'C25', sessionJob: 'Q11' },
  'savepoint-pending': { application: 'C26', sessionJob: 'Q20' },
  'savepoint-redeploy': { application: 'C21', sessionJob: 'Q21' },
  'adopted-rollback': { application: 'C22', sessionJob: 'Q22' },
  'edit-taken-back': { application: 'C23', sessionJob: 'Q23' },
  'adopted-cancel': { application: 'C11', sessionJob: 'Q24' },
  'started-before': { application: 'C14', sessionJob: 'Q26' },
  'stopped-to-stay': { application: 'C13', sessionJob: 'Q25' },
  'stopped-before-first-start': { application: 'C15', sessionJob: 'Q27' },
  stopped: { application: 'R', sessionJob: 'R' },
  'resumed-before-first-start': { application: 'C28', sessionJob: 'Q28' },
  resumed: { application: 'R', sessionJob: 'R' },
  'edited-while-suspended': { application: 'C16', sessionJob: 'Q30' },
  suspended: { application: 'C18', sessionJob: 'Q31' },
  scaling: { application: 'S', sessionJob: 'S' },
  edit: { application: 'U', sessionJob: 'U' },
  'empty-start': { application: 'U', sessionJob: 'U' },
  rollback: { application: '4.9/8', sessionJob: '4.9/8' },
  failed: { application: 'C24', sessionJob: 'Q36' },
  lost: { application: 'L', sessionJob: 'Q33 to Q38' },
  snapshot: { application: 'C27', sessionJob: 'Q40' },
  autoscaler: { application: 'A3, A4', sessionJob: 'A3, A4' },
  nothing: { application: 'C20', sessionJob: 'Q41' },
} as const satisfies Readonly<Record<string, Readonly<Record<Place, string>>>>

/** The same of the rows that are asked whatever is recorded (`first-table.ts`). */
export const firstIds = {
  deleting: { application: 'C1', sessionJob: 'Q1' },
  'invalid-from-the-start': { application: 'C3', sessionJob: 'Q3' },
  finalizer: { application: 'C4', sessionJob: 'Q4' },
  unreadable: { application: 'C2', sessionJob: 'Q2' },
  unseen: { application: 'C5', sessionJob: 'Q7' },
  paused: { application: 'C30', sessionJob: 'Q8' },
} as const satisfies Readonly<Record<string, Readonly<Record<Place, string>>>>

/** The same of the rows for a job of which nothing is recorded (`unrecorded-table.ts`). */
export const unrecordedIds = {
  'created-suspended': { application: 'C9', sessionJob: 'Q14' },
  'never-started': { application: 'C10', sessionJob: 'Q15' },
  'record-lost-and-answered': { application: 'C35', sessionJob: 'Q16' },
  new: { application: 'C37', sessionJob: 'Q18' },
  'record-lost-and-stateless': { application: 'C34', sessionJob: 'Q17' },
  'record-lost': { application: 'C36', sessionJob: 'Q19' },
} as const satisfies Readonly<Record<string, Readonly<Record<Place, string>>>>

/** Where a job runs: in a cluster of its own, or in one that it shares. */
export type Place = 'application' | 'sessionJob'

export type JobRowName = keyof typeof rowIds
export type FirstRowName = keyof typeof firstIds
export type UnrecordedRowName = keyof typeof unrecordedIds

/** One row of the table, as it is asked. */
export type AskedRow<Job extends JobTypes> = ClassificationRow<Job['round'], RecordedJob<Job>, JobSituation<Job> | null>
