import type { Situation } from '../situation.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { AskedRedeploy } from '../../resource/operation.ts'
import { beginDeploy } from '../deploy/begin-deploy.ts'
import { beginSuspend } from '../stop/begin-suspend.ts'
import { askedRedeploy } from '../../job/upgrade/asked-redeploy.ts'
import { endedBefore, redeployStart, resumesFrom } from '../../job/upgrade/redeploy-start.ts'
import { isEndedByFlinkAlone } from '../seen/ended-by-flink.ts'
import { neverStarted } from '../../cluster/seen/job-manager-start.ts'
import { beginNeverStarted } from '../stop/never-started.ts'
import type { JobAct, JobDecision, Round } from '../round.ts'
import { settled } from '../settled.ts'
import { withReconciliation, withStatus } from '../../round/status-change.ts'
import { recordClusterGone, recordSuspended } from '../record/status-updates.ts'

/**
 * control-flow.md, section 4.12, with a record before its first effect (D-11): the job is cancelled as far as it goes, its cluster and HA
 * metadata go, then the new one starts from the path. Until the cluster is gone the record says that the old job runs and the nonce is due,
 * so that the reference operator, put back, does all of it itself; a record that says stopped beside a job that lives would be refused by
 * it for ever (D-06).
 */
export const beginRedeploy = (
  round: Round,
  { redeploy, deployed }: Extract<Situation, { _tag: 'RedeployDue' }>,
  announce: readonly EmitEvent[],
): JobDecision => {
  const { status } = round.observed
  if (deployed.reconciled.job.state === 'suspended' || isTerminal(status.jobStatus.state))
    return withEvents(start(round, redeploy), announce)
  // nothing is cancelled in a JobManager that never started: its Deployment goes only as it was seen
  if (isEndedByFlinkAlone(round.desired, round.env) && neverStarted(round))
    return beginNeverStarted(
      round,
      { restoreMode: 'savepoint', reason: 'savepointRedeployNonce asks for initialSavepointPath: what never started goes first' },
      'Upgrade',
      announce,
    )
  const begun = beginSuspend(
    round,
    deployed,
    {
      _tag: 'Available',
      suspend: 'STATELESS',
      restoreMode: 'savepoint',
      neverStarted: false,
      row: 'C21',
      reason: 'savepointRedeployNonce asks for initialSavepointPath: what runs is stopped first',
    },
    'SavepointRedeploy',
    announce,
  )
  return begun._tag === 'Look' || begun.status.operation?.kind !== 'Suspend' ? begun
    : { ...begun, status: withoutRollback(withStatus(begun.status, { operation: { ...begun.status.operation, redeploy } })) }
}

/** A rollback that the operator before had begun is over: what is put up next is not the stable spec. */
const withoutRollback = (status: Round['observed']['status']): Round['observed']['status'] =>
  status.reconciliationStatus.state === 'ROLLING_BACK' ? withReconciliation(status, { state: 'DEPLOYED' }) : status

/** The old cluster is seen gone, and nothing is left but the path: it is started from whatever became of the edit. */
export const startRedeploy = (round: Round, begun: AskedRedeploy): JobDecision => {
  const { observed, env } = round
  const gone = endedBefore(recordClusterGone(observed.status), env.now)
  return start({ ...round, observed: { ...observed, status: gone } }, askedRedeploy(round) ?? begun)
}

/** Target, path and id are written down before anything is created (P03). No rollback goes across it. */
const start = (round: Round, asked: AskedRedeploy): JobAct => {
  const { desired, observed: { status }, env } = round
  const target = desired.wanted
  if (target === null) return settled(round)
  if (target.job.state === 'suspended')
    return resumesFrom(recordSuspended(status, { desired, spec: target.spec, job: target.job, mode: 'savepoint', now: env.now }), asked)
  const begun = beginDeploy(round, redeployStart(desired, target, asked))
  return begun._tag === 'Look' ? settled(round) : { ...begun, status: withReconciliation(begun.status, { lastStableSpec: null }) }
}

const withEvents = (decision: JobAct, announce: readonly EmitEvent[]): JobAct => ({
  ...decision,
  events: [...announce, ...decision.events],
})
