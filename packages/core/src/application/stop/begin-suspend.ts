import { ownJob } from '../../job/seen/observe-job.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { SuspendOperation } from '../../resource/operation.ts'
import type { SuspendMode } from '../../resource/suspend-mode.ts'
import type { Round } from '../application-round.ts'

/** The first step of a stop. A stateless job that is not alive is not asked to stop: its cluster goes at once. */
export const firstStep = ({ observed: { status, facts } }: Pick<Round, 'observed'>, suspend: SuspendMode): SuspendOperation['step'] => {
  const job = ownJob(status, facts)
  const isAlive = job !== undefined && !isTerminal(job.state) && !isTerminal(status.jobStatus.state)
  switch (suspend) {
    case 'LAST_STATE':
      return 'TearDown'
    case 'STATELESS':
      return isAlive ? 'Requested' : 'TearDown'
    case 'NOOP':
    case 'SAVEPOINT':
    case 'CANCEL':
      return 'Requested'
  }
}
