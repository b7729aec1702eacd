import { ownJob } from '../../../../job/observe/observe-job.ts'
import { isTerminal } from '../../../../contract/resource/job-state.ts'
import type { SuspendOperation } from '../../../../contract/resource/operation.ts'
import type { SuspendMode } from '../../../../contract/resource/suspend-mode.ts'
import type { Round } from '../application-round.ts'

/** The first step of a stop. A stateless job that is not alive needs no stop request: its cluster is deleted at once. */
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
