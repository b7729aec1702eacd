import { unanswered } from '../../query/unanswered.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { stopLeaves } from '../../resource/suspend-mode.ts'
import { type Decision, look } from '../../round/decision.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, RoundOf } from '../job-situation.ts'
import { cancellingWithState } from './cancelling-with-state.ts'
import { finishStop } from './finish-stop.ts'
import { dropped } from './stop-given-up.ts'
import { suspendQueries } from './stop-request.ts'
import { stoppingWithSavepoint } from './stopping-with-savepoint.ts'

/** A stop that is under way: looks at what came of it and takes the next step. A stateless job whose id is lost only has to be gone. */
export const continueStopBy = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  const tearingDown = operation.step === 'TearDown' ? host.stopping.tearingDown(round, operation) : null
  if (tearingDown !== null) return tearingDown._tag === 'Ended' ? finishStop(host, round, tearingDown) : tearingDown
  if (operation.jobId === null && stopLeaves[operation.mode] !== 'Nothing') return dropped(round, 'the operation names no job')
  const missing = unanswered(round.observed.facts, suspendQueries(round, operation))
  if (missing.length > 0) return look(missing, `what came of ${operation.mode} ${operation.id}?`)
  switch (operation.mode) {
    case 'SAVEPOINT':
      return stoppingWithSavepoint(host, round, operation)
    case 'CANCEL':
      return cancellingWithState(host, round, operation)
    case 'STATELESS':
      return cancellingStateless(host, round, operation)
    // such a stop asks Flink for nothing: somebody changed the operation, and what the job leaves is not to be lost for it
    case 'NOOP':
    case 'LAST_STATE':
      return dropped(round, `a stop by ${operation.mode} asks Flink for nothing: how the job is stopped is decided anew`)
  }
}

const cancellingStateless = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  operation: SuspendOperation,
): Decision<Job['status']> => {
  // it came to its end before the cancel did: it is not to run again (F05)
  if (operation.purpose === 'Rollback' && round.observed.status.jobStatus.state === 'FINISHED')
    return dropped(round, 'the job came to its end before it was stopped for the rollback')
  const next = host.stopping.cancelled(round, operation)
  return next._tag === 'Ended' ? finishStop(host, round, next) : next
}
