import { isTerminal } from '../../resource/job-state.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Decision } from '../../round/decision.ts'
import { withLifecycle, withReconciliation } from '../../round/status-change.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from '../job-situation.ts'
import { stopJob } from '../stop/stop-job.ts'
import { specChanged } from '../told/job-events.ts'
import { startRedeploy } from './redeploy-start.ts'

const reason = 'savepointRedeployNonce asks for initialSavepointPath'

/** Nothing runs that would have to be stopped before. */
export const isStartedAtOnce = <Job extends JobTypes>(
  { observed: { status } }: RoundOf<Job>,
  { deployed }: Pick<Extract<LifecycleSituation<Job>, { readonly _tag: 'RedeployDue' }>, 'deployed'>,
): boolean => deployed.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state)

/**
 * control-flow.md, section 4.12, with a record before its first effect (D-11): the job is cancelled as far as it goes, and seen to have
 * ended (E-12), or its cluster and HA metadata to be gone; then the next one starts from the path. Until then the record says that the old
 * job runs and the nonce is due, so that the reference operator, put back, does all of it itself; a record that says stopped beside a job
 * that lives would be refused by it for ever (D-06).
 */
export const beginRedeploy = <Job extends JobTypes>(
  host: JobHost<Job>,
  round: RoundOf<Job>,
  due: Extract<LifecycleSituation<Job>, { readonly _tag: 'RedeployDue' }>,
): Decision<Job['status']> => {
  const { redeploy, deployed, row } = due
  const announce = specChanged(round)
  if (isStartedAtOnce(round, due)) {
    const begun = startRedeploy(host, round, redeploy)
    return begun._tag === 'Look' ? begun : { ...begun, events: [...announce, ...begun.events] }
  }
  const base = { _tag: 'Available', restoreMode: 'savepoint', row } as const
  if (host.stopping.isNeverStarted(round))
    return stopJob(
      host,
      round,
      deployed,
      { ...base, suspend: 'NOOP', neverStarted: true, reason: `${reason}: what never started goes first` },
      'Upgrade',
      announce,
    )
  const begun = stopJob(
    host,
    round,
    deployed,
    { ...base, suspend: 'STATELESS', neverStarted: false, reason: `${reason}: what runs is stopped first` },
    'SavepointRedeploy',
    announce,
  )
  return begun._tag === 'Look' || begun.status.operation?.kind !== 'Suspend' ? begun
    : { ...begun, status: withoutRollback(withLifecycle(begun.status, { operation: { ...begun.status.operation, redeploy } })) }
}

/** A rollback that the operator before had begun is over: what is put up next is not the stable spec. */
const withoutRollback = <Status extends JobLifecycleStatus>(status: Status): Status =>
  status.reconciliationStatus.state === 'ROLLING_BACK' ? withReconciliation(status, { state: 'DEPLOYED' }) : status
