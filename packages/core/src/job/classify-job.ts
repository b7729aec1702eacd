import { type ClassificationRow, firstThatFits } from '../round/classification.ts'
import { firstTable } from './first-table.ts'
import type { JobHost } from './job-host.ts'
import { rowIds } from './job-row.ts'
import type { JobSituation, JobTypes, RecordedJob } from './job-situation.ts'
import { jobTable } from './job-table.ts'
import { unrecordedTable } from './unrecorded-table.ts'

type Row<Job extends JobTypes, Evidence> = ClassificationRow<Job['round'], Evidence, JobSituation<Job> | null>

/** The tables of one kind of job, in the order in which they are asked. */
export interface JobTables<Job extends JobTypes> {
  /** Whatever is recorded. */
  readonly first: readonly Row<Job, null>[]
  /** Nothing is recorded as started. */
  readonly unrecorded: readonly Row<Job, Pick<RecordedJob<Job>, 'wanted'>>[]
  /** Something is. */
  readonly recorded: readonly Row<Job, RecordedJob<Job>>[]
}

export const jobTables = <Job extends JobTypes>(host: JobHost<Job>): JobTables<Job> => {
  const unrecorded = unrecordedTable(host)
  const recorded = jobTable(host)
  return {
    first: firstTable(host),
    unrecorded: [...unrecorded.rows, unrecorded.last],
    recorded: [...recorded.rows, recorded.last],
  }
}

/** Which situation is this? The first row that fits. */
export const classifyJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  { first, unrecorded, recorded }: JobTables<Job>,
  round: Job['round'],
): JobSituation<Job> => {
  const found = firstThatFits(first, round, null)
  if (found !== null) return found
  const [wanted, record] = [host.wanted(round), host.recorded(round)]
  return (record !== null ? firstThatFits(recorded, round, record) : wanted !== null ? firstThatFits(unrecorded, round, { wanted }) : null)
    ?? { _tag: 'Settled', row: rowIds.nothing[host.ids], reason: 'nothing is wanted that could be worked towards' }
}
