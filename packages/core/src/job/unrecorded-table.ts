import { onceSeen } from '../contract/query/ask.ts'
import { cluster } from '../contract/round/unblocked-by.ts'
import { isStateless } from '../contract/resource/upgrade-mode.ts'
import type { LastState } from '../contract/resource/last-state.ts'
import type { CompleteTable, LastRow } from '../contract/round/row.ts'
import { blocked, needsFacts } from '../contract/round/waiting-situation.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import type { UnrecordedRowName } from './job-row.ts'
import type { JobSituation, JobTypes, LifecycleSituation } from './job-situation.ts'
import { lastStateOf } from './record/last-state-of.ts'
import { isAnswered, isNewResource } from './record/lost-record.ts'
import { upgradeProblem } from './report/job-problem.ts'
import { unknownStateError } from './upgrade/upgrade-answer.ts'

/** The evidence for the rows: a target spec, and no record of a started job. */
interface Unrecorded<Job extends JobTypes> {
  readonly wanted: Job['wanted']
}

interface UnrecordedRow<Job extends JobTypes> {
  readonly id: UnrecordedRowName
  readonly when: string
  readonly holds: (round: Job['round'], it: Unrecorded<Job>, row: string) => JobSituation<Job> | null
}

const stateOf = ({ desired: { deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): LastState =>
  lastStateOf(status, deployed)

/** The state in which the operator asked the user what to restore the job from. Null: it has not asked. */
export const reportedState = (round: Pick<JobRound, 'desired' | 'observed'>): Extract<LastState, { readonly _tag: 'Unknown' }> | null => {
  const state = stateOf(round)
  return state._tag === 'Unknown' && state.why === 'Contradicted' ? state : null
}

const isNeverStarted = (round: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  round.observed.status.operation === null && stateOf(round)._tag === 'NeverStarted'

/**
 * Rows for a job without a record of a start. It is a first start only if the status records that no job was ever started. Otherwise the
 * record was lost: the status was wiped, reset, or omitted from a backup (F02). Then the operator changes nothing and asks the user.
 */
export const unrecordedTable = <Job extends JobTypes>(
  host: JobHost<Job>,
): CompleteTable<[Job['round'], Unrecorded<Job>], JobSituation<Job>> => {
  const rows: readonly UnrecordedRow<Job>[] = [
    {
      id: 'created-suspended',
      when: 'the job was never started, and the spec asks for a suspended job',
      holds: (round, { wanted }, row) =>
        isNeverStarted(round) && wanted.job.state === 'suspended'
          ? { _tag: 'SuspendedToRecord', row, wanted, reason: 'the resource was created suspended' } : null,
    },
    {
      id: 'never-started',
      when: 'the job was never started',
      holds: (round, { wanted }, row) =>
        isNeverStarted(round) ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted, reason: 'the job was never started' } : null,
    },
    {
      id: 'record-lost-and-answered',
      when: 'the record of the started job is lost, and the user answered with the path to restore from',
      holds: (round, { wanted }, row) =>
        wanted.job.state === 'running' && isAnswered(stateOf(round), wanted.job)
          ? {
            _tag: 'FirstDeployment',
            row,
            asked: 'Redeploy',
            wanted,
            reason: 'the record of the started job is lost, and the user named the path to restore from',
          } : null,
    },
    {
      id: 'new',
      when: 'the resource is new, has no record, and no object of an earlier run exists',
      holds: (round, { wanted }, row) => {
        const isToBeginEmpty = wanted.job.state === 'running' && isStateless(wanted.job.upgradeMode)
        // no query for what an older run left: a stateless job keeps nothing
        return isToBeginEmpty && !isNewResource(round) ? null
          : onceSeen(
            round.observed.facts,
            reportedState(round) === null ? host.unrecorded.queries(round) : [],
            queries => needsFacts('record-lost', queries, 'does anything of an earlier run exist?'),
            () => newResource(host, round, wanted, row),
          )
      },
    },
    {
      id: 'record-lost-and-stateless',
      when: 'the record of the started job is lost, and the job is stateless: its old state stays unknown until a job ran',
      holds: (_round, { wanted }, row) =>
        wanted.job.state === 'running' && isStateless(wanted.job.upgradeMode)
          ? {
            _tag: 'FirstDeployment',
            row,
            asked: 'Stateless',
            wanted,
            reason: 'the record of the started job is lost, and the job is stateless',
          } : null,
    },
  ]
  return {
    rows: rows.flatMap(({ id, when, holds }) => [
      ...(host.unrecorded.rowsBefore[id] ?? []),
      { id, when, holds: (round: Job['round'], it: Unrecorded<Job>) => holds(round, it, id) },
    ]),
    last: lostRow(host),
  }
}

/** Starts the job of a new resource, or records it as suspended. Null: the resource is not new, or something of an earlier run exists. */
const newResource = <Job extends JobTypes>(
  { unrecorded }: Pick<JobHost<Job>, 'unrecorded'>,
  round: Job['round'],
  wanted: Job['wanted'],
  row: string,
): JobSituation<Job> | null => {
  const isToRun = wanted.job.state === 'running'
  // the initialSavepointPath of a new resource applies in any mode: an unanswered query must not make the job start empty
  if (isToRun && isStateless(wanted.job.upgradeMode) && unrecorded.isUnseen(round))
    return blocked(
      row,
      'Kubernetes and Flink to say whether anything of an earlier run exists',
      cluster('Kubernetes and Flink answer the queries of the operator'),
    )
  if (!isNewResource(round) || !unrecorded.isNothingThere(round)) return null
  return isToRun ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted, reason: 'the resource is new' }
    : { _tag: 'SuspendedToRecord', row, wanted, reason: 'the resource was created suspended' }
}

const lostRow = <Job extends JobTypes>(
  host: JobHost<Job>,
): LastRow<[Job['round'], Unrecorded<Job>], LifecycleSituation<Job>> => {
  const row = 'record-lost'
  return {
    id: row,
    when: 'the record of the started job is lost: the operator asks the user',
    holds: (round, { wanted: { job } }) => {
      const reported = reportedState(round)
      return recordLost<Job>(
        row,
        reported?.reason ?? `status.reconciliationStatus.lastReconciledSpec is missing${host.unrecorded.found(round)}`,
        reported === null ? job.savepointRedeployNonce : reported.toldNonce,
      )
    },
  }
}

/** The situation in which the record does not match the job that runs or ran: the operator asks the user. */
export const recordLost = <Job extends JobTypes>(
  row: string,
  found: string,
  toldNonce: Extract<LifecycleSituation<Job>, { readonly _tag: 'RecordLost' }>['toldNonce'],
): Extract<LifecycleSituation<Job>, { readonly _tag: 'RecordLost' }> => ({
  _tag: 'RecordLost',
  row,
  found,
  toldNonce,
  reason: found,
  problem: upgradeProblem('RestoreFailed', unknownStateError(found)),
})
