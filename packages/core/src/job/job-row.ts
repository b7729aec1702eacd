import type { Row } from '../contract/round/row.ts'
import type { JobSituation, JobTypes, RecordedJob } from './job-situation.ts'

/** Ids of the rows of the lifecycle, by which a host places its own rows (`job-table.ts`). */
export type JobRowName =
  | 'autoscaler-turned-off'
  | 'stopping'
  | 'starting'
  | 'autoscaler-to-forget'
  | 'snapshot-nonce'
  | 'savepoint-pending'
  | 'savepoint-redeploy'
  | 'adopted-rollback'
  | 'edit-taken-back'
  | 'adopted-cancel'
  | 'started-before'
  | 'stopped-to-stay'
  | 'stopped-before-first-start'
  | 'stopped'
  | 'resumed-before-first-start'
  | 'resumed'
  | 'edited-while-suspended'
  | 'suspended'
  | 'scaling-unrecorded'
  | 'scaling'
  | 'edit'
  | 'empty-start'
  | 'rollback'
  | 'failed'
  | 'lost'
  | 'snapshot'
  | 'autoscaler'
  | 'nothing'

/** The same for the rows that are evaluated first (`first-table.ts`), also of a session cluster. */
export type FirstRowName = 'deleting' | 'invalid-from-the-start' | 'finalizer' | 'unreadable' | 'unseen' | 'paused'

/** The same for the rows of a job without a record (`unrecorded-table.ts`). */
export type UnrecordedRowName =
  | 'created-suspended'
  | 'never-started'
  | 'record-lost-and-answered'
  | 'new'
  | 'record-lost-and-stateless'
  | 'record-lost'

/** One row of the job table. */
export type AskedRow<Job extends JobTypes> = Row<[Job['round'], RecordedJob<Job>], JobSituation<Job>>
