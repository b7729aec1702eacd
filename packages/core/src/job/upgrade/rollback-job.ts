import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { lastStateMarker } from '../../contract/resource/operation.ts'
import { withJob, withReconciliation, withRecord } from '../../contract/round/status-change.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { orLook } from '../../contract/query/ask.ts'
import { firstMatch } from '../../contract/round/row.ts'
import { needsFacts } from '../../contract/round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { rollbackIsDue, rollbackIsPossible, rollbackIsWanted, rollbackMode } from './rollback-obstacles.ts'
import type { UpgradeAnswer } from './upgrade-answer.ts'
import { notYet, startQuestion } from './upgrade-job.ts'
import { withMode } from './upgrade-inputs.ts'

/**
 * Decides a rollback again that the reference operator had begun. When the reference operator deletes a job for a rollback it writes
 * FINISHED and the HA metadata marker. It overwrites the marker when Flink reports that a job ended. So FINISHED with the marker was never
 * observed, and the job has to run again.
 */
export const adoptRollback = <Status extends JobLifecycleStatus>(status: Status): Status => {
  const { jobStatus: { state, upgradeSavepointPath }, operatorRecord: { lastState } } = status
  const wasTakenAway = state === 'FINISHED' && upgradeSavepointPath === lastStateMarker && lastState._tag === 'Unknown'
    && lastState.why === 'NothingRecorded'
  const adopted = withReconciliation(status, { state: 'DEPLOYED' })
  return wasTakenAway ? withRecord(withJob(adopted, { state: 'RECONCILING' }), { terminalSince: null }) : adopted
}

/** The reason against a rollback, or the way to stop the job for one. */
export type RollbackAnswer<Wanted> =
  | { readonly _tag: 'No'; readonly row: string; readonly reason: string }
  | { readonly _tag: 'Due'; readonly row: string; readonly stable: Wanted; readonly answer: UpgradeAnswer }

/**
 * Decides whether to roll back to the last stable spec, and how to stop the running job for it. A rollback needs the job's state to be kept
 * (P01). The reasons against it, in order: control-flow.md, section 4.9. Rows 8 to 10 became "can the job be stopped with its state?" (L6).
 */
export const rollbackAnswer = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, stable }: Pick<RecordedJob<Job>, 'deployed' | 'stable'>,
): RollbackAnswer<Job['wanted']> => {
  const obstacle = firstMatch(
    [...rollbackIsWanted, ...host.rollbackObstacles, ...rollbackIsPossible, ...rollbackIsDue],
    round,
    deployed,
  )?.row
  if (obstacle !== undefined || stable === null)
    return { _tag: 'No', row: obstacle?.id ?? 'rollback/no-stable-spec', reason: obstacle?.when ?? 'there is no stable spec' }
  return { _tag: 'Due', row: 'rollback', stable, answer: host.upgradeAnswer(round, deployed, withMode(stable, rollbackMode(round))) }
}

/** Row `rollback`: stops the job to deploy its last stable spec. Null: no rollback is due, or there is no stable spec. */
export const rollbackJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  it: RecordedJob<Job>,
): LifecycleSituation<Job> | null => {
  const rollback = rollbackAnswer(host, round, it)
  if (rollback._tag !== 'Due') return null
  const { answer, stable, row } = rollback
  return pipe(
    host.startSeen(round),
    E.map((): LifecycleSituation<Job> =>
      answer._tag === 'Available'
        ? {
          _tag: 'RollbackDue',
          row: `${row}, ${answer.row}`,
          answer,
          stable,
          deployed: it.deployed,
          reason: `the spec did not become stable in time: ${answer.reason}`,
        }
        : notYet(host, round, it.deployed, answer)
    ),
    orLook(queries => needsFacts('rollback, stop-without-job/jobmanager-never-started', queries, startQuestion)),
  )
}
