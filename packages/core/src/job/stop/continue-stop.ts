import { unanswered } from '../../query/unanswered.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import { type Decision, look } from '../../round/decision.ts'
import type { JobRound } from '../job-round.ts'
import { cancellingWithState } from './cancelling-with-state.ts'
import type { Ender } from './ender.ts'
import { dropped } from './stop-given-up.ts'
import { suspendQueries } from './stop-request.ts'
import { stoppingWithSavepoint } from './stopping-with-savepoint.ts'

/**
 * A stop that is under way: looks at what came of it and takes the next step. `stateless`: what comes of a job that is only cancelled,
 * which the kind knows. A stateless job whose id is lost only has to be gone.
 */
export const continueStopBy = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  operation: SuspendOperation,
  ender: Ender<Status>,
  stateless: () => Decision<Status>,
): Decision<Status> => {
  if (operation.jobId === null && operation.mode !== 'STATELESS') return dropped(round, 'the operation names no job')
  const missing = unanswered(round.observed.facts, suspendQueries(round, operation))
  if (missing.length > 0) return look(missing, `what came of ${operation.mode} ${operation.id}?`)
  switch (operation.mode) {
    case 'SAVEPOINT':
      return stoppingWithSavepoint(round, operation, ender)
    case 'CANCEL':
      return cancellingWithState(round, operation, ender)
    default:
      return stateless()
  }
}
