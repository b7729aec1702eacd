import type { Deployed } from '../../cluster/deployed-spec.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import { encodeRecordedSpec } from '../../codec/recorded-spec.ts'
import type { Query } from '../../query/query.ts'
import { requestOf, retentionQuery } from '../../job/stop/stop-request.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import { allClusterObjects, clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import { unanswered } from '../../query/unanswered.ts'
import { act, look, wait, pollMillis } from '../../round/decision.ts'
import { events } from '../told/events.ts'
import { newOperation, withOperation } from '../../job/record/new-operation.ts'
import { ownJob } from '../../job/seen/observe-job.ts'
import type { JobDecision, Round } from '../round.ts'
import { withJob, withReconciliation, withRecord } from '../../round/status-change.ts'

type Available = Extract<UpgradeAnswer, { _tag: 'Available' }>

/**
 * Begins to stop the running job: the operation is written down with its minted id, then its one effect follows in the same list (P03).
 * What was seen of the JobManager's incarnation goes into the record, so that a later 404 can be told apart (design.md, section 3).
 */
export const beginSuspend = (
  round: Round,
  { running, reconciled }: Deployed,
  { suspend, restoreMode, reason }: Available,
  purpose: OperationPurpose,
  announce: readonly EmitEvent[],
): JobDecision => {
  const { desired, observed, env } = round
  const missing = unanswered(observed.facts, stopQueries(round, suspend))
  if (missing.length > 0) return look(missing, 'which JobManager is it that the job is stopped in?')
  const { checkpointConfiguration: kept } = observed.facts
  if (suspend === 'CANCEL' && kept?._tag === 'Unknown')
    return wait(
      observed.status,
      env.options.observerProgressCheckInterval,
      `to see whether Flink keeps the checkpoints of a job that is cancelled: ${kept.message}`,
    )
  const patience = suspend === 'SAVEPOINT' ? running.options.checkpointingTimeout
    : suspend === 'LAST_STATE' ? env.options.resourceCleanupTimeout : env.options.flinkClientCancelTimeout
  const job = ownJob(observed.status, observed.facts)
  const isAlive = job !== undefined && !isTerminal(job.state) && !isTerminal(observed.status.jobStatus.state)
  // who has been told already is not told again
  const isCancelling = suspend !== 'SAVEPOINT' && job?.state === 'CANCELLING'
  const operation: SuspendOperation = {
    kind: 'Suspend',
    ...newOperation(round, purpose, patience),
    mode: suspend,
    restoreMode,
    seenTerminalAt: null,
    redeploy: null,
    step: suspend === 'LAST_STATE' || (suspend === 'STATELESS' && !isAlive) ? 'TearDown' : 'Requested',
  }
  const status = withRecord(withOperation(observed.status, operation), askedBy(desired))
  return act(suspend === 'CANCEL' ? recordCancelling(reconciled, status) : status, reason, {
    effects: isCancelling ? [] : requestOf(round, operation),
    events: [...announce, events.suspended],
    after: operation.step === 'TearDown' ? 0 : pollMillis,
    waitingFor: waitOf(operation),
  })
}

const stopQueries = (round: Round, suspend: Available['suspend']): readonly Query[] => {
  const { deployment, pods } = clusterQueries(round.desired)
  return suspend === 'LAST_STATE' ? allClusterObjects(round.desired)
    : [deployment, pods, ...(suspend === 'CANCEL' ? retentionQuery(round) : [])]
}

/** What the stop is for holds also where the next edit is refused before the stop is over (F06). */
export const askedBy = (
  { invalid, wanted }: Round['desired'],
): Partial<FlinkDeploymentStatus['operatorRecord']> => (invalid === null && wanted !== null ? { askedMode: wanted.job.upgradeMode } : {})

const waitOf = ({ mode, id }: SuspendOperation): string =>
  mode === 'SAVEPOINT' ? `savepoint ${id}` : mode === 'LAST_STATE' ? 'the cluster to be gone' : 'the job to be cancelled'

/** Named update 9 (control-flow.md, section 1.3), so that the reference operator, put back now, goes on with the cancel. */
const recordCancelling = ({ spec, job }: Deployed['reconciled'], status: FlinkDeploymentStatus): FlinkDeploymentStatus =>
  withJob(
    withReconciliation(status, {
      state: 'UPGRADING',
      lastReconciledSpec: encodeRecordedSpec({ spec: { ...spec, job: { ...job, upgradeMode: 'savepoint' } }, firstDeployment: false }),
    }),
    { state: 'CANCELLING' },
  )
