import { isTerminal, type JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Decision } from '../../contract/round/decision.ts'
import { withLifecycle, withReconciliation } from '../../contract/round/status-change.ts'
import type { JobHost } from '../job-host.ts'
import type { JobTypes, LifecycleSituation, RoundOf } from '../job-situation.ts'
import { stopJob } from '../stop/begin-stop.ts'
import { specChanged } from '../report/job-events.ts'
import { startRedeploy } from './redeploy-start.ts'

const reason = 'savepointRedeployNonce asks for initialSavepointPath'

/** True if no job runs that would have to be stopped first. */
export const isStartedAtOnce = <Job extends JobTypes>(
  { observed: { status } }: RoundOf<Job>,
  { deployed }: Pick<Extract<LifecycleSituation<Job>, { readonly _tag: 'RedeployDue' }>, 'deployed'>,
): boolean => deployed.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state)

/**
 * Begins a savepoint redeploy (control-flow.md, section 4.12), with a status write before its first effect (D-11). The operator stops the
 * running job and waits until it has ended (E-12), or until its cluster and HA metadata are gone. Then it starts the new job from the path.
 * Until then the record says that the old job runs and that the nonce is due. A reference operator that takes over then does the whole
 * redeploy itself. It would reject forever a record that says stopped while the job runs (D-06).
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
      { ...base, suspend: 'NOOP', neverStarted: true, reason: `${reason}: the cluster, which never ran a job, is deleted first` },
      'Upgrade',
      announce,
    )
  const begun = stopJob(
    host,
    round,
    deployed,
    { ...base, suspend: 'STATELESS', neverStarted: false, reason: `${reason}: the running job is stopped first` },
    'SavepointRedeploy',
    announce,
  )
  return begun._tag === 'Look' || begun.status.operation?.kind !== 'Suspend' ? begun
    : { ...begun, status: withoutRollback(withLifecycle(begun.status, { operation: { ...begun.status.operation, redeploy } })) }
}

/** Ends a rollback that the previous operator had begun: the next deploy is not the stable spec. */
const withoutRollback = <Status extends JobLifecycleStatus>(status: Status): Status =>
  status.reconciliationStatus.state === 'ROLLING_BACK' ? withReconciliation(status, { state: 'DEPLOYED' }) : status
