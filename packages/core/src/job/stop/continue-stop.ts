import { onceSeen } from '../../contract/query/ask.ts'
import type { SuspendOperation } from '../../contract/resource/operation.ts'
import { stopLeaves } from '../../contract/resource/suspend-mode.ts'
import { type Decision, look } from '../../contract/round/decision.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { cancellingWithState } from './cancelling-with-state.ts'
import { finishStop, dropped } from './finish-stop.ts'
import { suspendQueries } from './begin-stop.ts'
import { stoppingWithSavepoint } from './stopping-with-savepoint.ts'

/** Continues a stop in progress: queries its result and takes the next step. A stateless job whose id is lost only has to be gone. */
export const continueStopBy = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const tearingDown = operation.step === 'TearDown' ? host.stopping.tearingDown(round, operation) : null
  if (tearingDown !== null) return tearingDown._tag === 'Ended' ? finishStop(host, round, tearingDown) : tearingDown
  if (operation.jobId === null && stopLeaves[operation.mode] !== 'Nothing') return dropped(round, 'the operation names no job')
  return onceSeen(
    round.observed.facts,
    suspendQueries(round, operation),
    queries => look(queries, `what is the result of ${operation.mode} ${operation.id}?`),
    () => continueByMode(host, round, operation),
  )
}

const continueByMode = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  switch (operation.mode) {
    case 'SAVEPOINT':
      return stoppingWithSavepoint(host, round, operation)
    case 'CANCEL':
      return cancellingWithState(host, round, operation)
    case 'STATELESS':
      return cancellingStateless(host, round, operation)
    // such a stop sends no request to Flink. Another writer changed the operation, and the job's state must not be lost because of that
    case 'NOOP':
    case 'LAST_STATE':
      return dropped(round, `a stop by ${operation.mode} sends no request to Flink: the operator decides again how to stop the job`)
  }
}

const cancellingStateless = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  // it finished before it was cancelled, and must not run again (F05)
  if (operation.purpose === 'Rollback' && round.observed.status.jobStatus.state === 'FINISHED')
    return dropped(round, 'the job finished before it was stopped for the rollback')
  const next = host.stopping.cancelled(round, operation)
  return next._tag === 'Ended' ? finishStop(host, round, next) : next
}
