import { firstMatch, type Row } from '../contract/round/row.ts'
import { firstTable } from './first-table.ts'
import type { JobHost } from './job-host.ts'
import type { JobSituation, JobTypes, RecordedJob } from './job-situation.ts'
import { jobTable } from './job-table.ts'
import { finalizerMissing } from './record/missing-finalizer.ts'
import { unrecordedTable } from './unrecorded-table.ts'

/** The tables of one kind, in the order of evaluation. */
export interface LifecycleTables<Round, Wanted, Recorded, Situation> {
  /** Evaluated whatever is recorded. */
  readonly first: readonly Row<[Round], Situation>[]
  /** Without a record of a start. */
  readonly unrecorded: readonly Row<[Round, { readonly wanted: Wanted }], Situation>[]
  /** With a record of a start. */
  readonly recorded: readonly Row<[Round, Recorded], Situation>[]
}

/** The tables of one kind of job. */
export type JobTables<Job extends JobTypes> = LifecycleTables<Job['round'], Job['wanted'], RecordedJob<Job>, JobSituation<Job>>

export const jobTables = <Job extends JobTypes>(host: JobHost<Job>): JobTables<Job> => {
  const unrecorded = unrecordedTable(host)
  const recorded = jobTable(host)
  return {
    first: firstTable<Job['round'], JobSituation<Job>>(host.first, (round, row) => finalizerMissing(host, round, row)),
    unrecorded: [...unrecorded.rows, unrecorded.last],
    recorded: [...recorded.rows, recorded.last],
  }
}

/** What is evidence for the rows: the target spec, and the record of what was started. Null: there is none. */
export interface Evidence<Wanted, Recorded> {
  readonly wanted: Wanted | null
  readonly recorded: Recorded | null
}

/** The first row that applies. `nothing`: the row to name if there is no valid spec to work towards. */
export const classifyBy = <Round, Wanted, Recorded, Situation>(
  { first, unrecorded, recorded: rows }: LifecycleTables<Round, Wanted, Recorded, Situation>,
  round: Round,
  { wanted, recorded }: Evidence<Wanted, Recorded>,
  nothing: string,
): Situation | { readonly _tag: 'Settled'; readonly row: string; readonly reason: string } =>
  (firstMatch(first, round)
    ?? (recorded !== null ? firstMatch(rows, round, recorded) : wanted !== null ? firstMatch(unrecorded, round, { wanted }) : null))?.found
    ?? { _tag: 'Settled', row: nothing, reason: 'there is no valid spec to work towards' }

/** Classifies the job: the first row that applies. */
export const classifyJob = <Job extends JobTypes>(host: JobHost<Job>, tables: JobTables<Job>, round: Job['round']): JobSituation<Job> =>
  classifyBy(tables, round, { wanted: host.wanted(round), recorded: host.recorded(round) }, 'nothing')
