import { isStateless } from '../resource/upgrade-mode.ts'
import type { LastState } from '../resource/last-state.ts'
import type { ClassificationRow } from '../round/classification.ts'
import { blocked, needsFacts } from '../round/waiting-situation.ts'
import type { JobHost } from './job-host.ts'
import type { JobRound } from './job-round.ts'
import { type UnrecordedRowName, unrecordedIds } from './job-row.ts'
import type { JobSituation, JobTypes, LifecycleSituation } from './job-situation.ts'
import type { RecordedStateRows } from './record/recorded-state.ts'
import { lastStateOf } from './record/last-state-of.ts'
import { isAnswered, isNewResource } from './record/lost-record.ts'
import { upgradeProblem } from './told/upgrade-problem.ts'
import { unknownStateError } from './upgrade/upgrade-answer.ts'

/** The evidence of the rows: nothing is recorded as started, and something is to run or to be suspended. */
interface Unrecorded<Job extends JobTypes> {
  readonly wanted: Job['wanted']
}

interface UnrecordedRow<Job extends JobTypes> {
  readonly name: UnrecordedRowName
  readonly when: string
  readonly situation: (round: Job['round'], it: Unrecorded<Job>, row: string) => JobSituation<Job> | null
}

const stateOf = ({ desired: { deployed }, observed: { status } }: Pick<JobRound, 'desired' | 'observed'>): LastState =>
  lastStateOf(status, deployed)

/** What a person was told who has to say what the job goes on from; null: nobody was told. */
export const toldState = (round: Pick<JobRound, 'desired' | 'observed'>): Extract<LastState, { readonly _tag: 'Unknown' }> | null => {
  const state = stateOf(round)
  return state._tag === 'Unknown' && state.why === 'Contradicted' ? state : null
}

const isNeverStarted = (round: Pick<JobRound, 'desired' | 'observed'>): boolean =>
  round.observed.status.operation === null && stateOf(round)._tag === 'NeverStarted'

/**
 * Nothing is recorded as started. That is a first start only where it is recorded that nothing ever was; else the record was lost: the
 * status wiped, reset, or left behind by a backup (F02). Then nothing is touched, and a person is asked.
 */
export const unrecordedTable = <Job extends JobTypes>(
  host: JobHost<Job>,
): RecordedStateRows<Job['round'], Unrecorded<Job>, JobSituation<Job>> => {
  const rows: readonly UnrecordedRow<Job>[] = [
    {
      name: 'created-suspended',
      when: 'the job was never started, and is to be suspended',
      situation: (round, { wanted }, row) =>
        isNeverStarted(round) && wanted.job.state === 'suspended'
          ? { _tag: 'SuspendedToRecord', row, wanted, reason: 'the resource was created suspended' } : null,
    },
    {
      name: 'never-started',
      when: 'the job was never started',
      situation: (round, { wanted }, row) =>
        isNeverStarted(round) ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted, reason: 'the job was never started' } : null,
    },
    {
      name: 'record-lost-and-answered',
      when: 'what was started is not recorded, and a person, who was told so, says what the job goes on from',
      situation: (round, { wanted }, row) =>
        wanted.job.state === 'running' && isAnswered(stateOf(round), wanted.job)
          ? {
            _tag: 'FirstDeployment',
            row,
            asked: 'Redeploy',
            wanted,
            reason: 'what was started is not recorded, and a person says what the job goes on from',
          } : null,
    },
    {
      name: 'new',
      when: 'nothing is recorded of a resource that was created a moment ago, and nothing of it is there',
      situation: (round, { wanted }, row) => {
        const isToRun = wanted.job.state === 'running'
        const isToBeginEmpty = isToRun && isStateless(wanted.job.upgradeMode)
        // what an old one left is not looked at: a stateless job keeps nothing
        if (isToBeginEmpty && !isNewResource(round)) return null
        const missing = toldState(round) === null ? host.unrecorded.queries(round) : []
        if (missing.length > 0)
          return needsFacts(unrecordedIds['record-lost'][host.ids], missing, 'what is there that the status does not tell of?')
        // its initialSavepointPath counts where it is new, whatever its mode: what was not seen does not make it begin empty
        if (isToBeginEmpty && host.unrecorded.isUnseen(round))
          return blocked(row, 'to see whether anything of an earlier run is there', null)
        if (!isNewResource(round) || !host.unrecorded.isNothingThere(round)) return null
        return isToRun ? { _tag: 'FirstDeployment', row, asked: 'Spec', wanted, reason: 'the resource is new' }
          : { _tag: 'SuspendedToRecord', row, wanted, reason: 'the resource was created suspended' }
      },
    },
    {
      name: 'record-lost-and-stateless',
      when: 'what was started is not recorded, and the job is stateless: what it left stays unknown until something ran',
      situation: (_round, { wanted }, row) =>
        wanted.job.state === 'running' && isStateless(wanted.job.upgradeMode)
          ? {
            _tag: 'FirstDeployment',
            row,
            asked: 'Stateless',
            wanted,
            reason: 'what was started is not recorded, and the job is stateless',
          } : null,
    },
  ]
  return {
    rows: rows.flatMap(({ name, when, situation }) => {
      const row = unrecordedIds[name][host.ids]
      return [
        ...(host.unrecorded.rowsBefore[name] ?? []),
        { row, when, situation: (round: Job['round'], it: Unrecorded<Job>) => situation(round, it, row) },
      ]
    }),
    last: lostRow(host),
  }
}

const lostRow = <Job extends JobTypes>(
  host: JobHost<Job>,
): ClassificationRow<Job['round'], Unrecorded<Job>, LifecycleSituation<Job>> => {
  const row = unrecordedIds['record-lost'][host.ids]
  return {
    row,
    when: 'what was started is not recorded: a person is asked',
    situation: (round, { wanted: { job } }) => {
      const told = toldState(round)
      return recordLost<Job>(
        row,
        told?.reason ?? `status.reconciliationStatus.lastReconciledSpec is missing${host.unrecorded.found(round)}`,
        told === null ? job.savepointRedeployNonce : told.toldNonce,
      )
    },
  }
}

/** What runs, or ran, is not what the record says: a person is asked. */
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
