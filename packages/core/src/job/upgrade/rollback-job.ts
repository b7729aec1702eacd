import { needsFacts } from '../../round/waiting-situation.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, LifecycleSituation, RecordedJob } from '../job-situation.ts'
import { rollbackIsDue, rollbackIsPossible, rollbackIsWanted, rollbackMode } from './rollback-obstacles.ts'
import type { UpgradeAnswer } from './upgrade-answer.ts'
import { notYet } from './upgrade-job.ts'
import { withMode } from './with-mode.ts'

/** Why there is no rollback, or how the job would be stopped for one. */
export type RollbackAnswer<Wanted> =
  | { readonly _tag: 'No'; readonly row: string; readonly reason: string }
  | { readonly _tag: 'Due'; readonly row: string; readonly stable: Wanted; readonly answer: UpgradeAnswer }

/**
 * Should the last stable spec be put back, and how is what runs stopped for it? Only if its state is kept (P01). What stands against it, in
 * its order: control-flow.md, section 4.9. Rows 8 to 10 became "can the job be stopped with its state?" (L6).
 */
export const rollbackAnswer = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  { deployed, stable }: Pick<RecordedJob<Job>, 'deployed' | 'stable'>,
): RollbackAnswer<Job['wanted']> => {
  const obstacle = [...rollbackIsWanted, ...host.rollbackObstacles, ...rollbackIsPossible, ...rollbackIsDue].find(({ holds }) =>
    holds(round, deployed)
  )
  if (obstacle !== undefined || stable === null)
    return { _tag: 'No', row: obstacle?.row ?? '4.9/4', reason: obstacle?.reason ?? 'there is no stable spec' }
  return { _tag: 'Due', row: '4.9/8', stable, answer: host.upgradeAnswer(round, deployed, withMode(stable, rollbackMode(round))) }
}

/** Row `rollback`: the job is stopped for its last stable spec. Null: it is not time for that, or there is none. */
export const rollbackJob = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: Job['round'],
  it: RecordedJob<Job>,
): LifecycleSituation<Job> | null => {
  const rollback = rollbackAnswer(host, round, it)
  if (rollback._tag !== 'Due') return null
  const unseen = host.unseenStart(round)
  if (unseen.length > 0) return needsFacts('4.9/8 5.6/c', unseen, 'did the JobManager ever start?')
  const { answer, stable, row } = rollback
  return answer._tag === 'Available'
    ? {
      _tag: 'RollbackDue',
      row: `${row} ${answer.row}`,
      answer,
      stable,
      deployed: it.deployed,
      reason: `the spec did not become stable in time: ${answer.reason}`,
    }
    : notYet(host, round, it.deployed, answer)
}
