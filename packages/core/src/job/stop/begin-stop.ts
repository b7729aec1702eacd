import type { EmitEvent } from '../../action/emit-event.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { OperationPurpose, SuspendOperation } from '../../resource/operation.ts'
import type { OperatorRecord } from '../../resource/operator-record.ts'
import type { Millis } from '../../resource/time.ts'
import { act, type Decision, look, pollMillis, wait } from '../../round/decision.ts'
import { withRecord } from '../../round/status-change.ts'
import type { JobDesired, JobRound, SubmittedJob } from '../job-round.ts'
import { newOperation, withOperation } from '../record/new-operation.ts'
import { recordCancelling } from '../record/record-updates.ts'
import { ownJob } from '../seen/observe-job.ts'
import type { UpgradeAnswer } from '../upgrade/upgrade-answer.ts'
import { requestOf } from './stop-request.ts'

/** How a stop begins where the job runs. */
export interface StopBeginning {
  /** Is the job listed? Nothing is asked of one that is not (P05). */
  readonly isSeen: boolean
  readonly queries: readonly Query[]
  /** `TearDown`: nothing is asked of Flink. */
  readonly step: SuspendOperation['step']
  /** How long the cluster may take to go. */
  readonly tearDownPatience: Millis
  readonly events: readonly EmitEvent[]
}

/**
 * Begins to stop the running job: the operation is written down with its minted id, then its one effect follows in the same list (P03).
 * What was seen of the JobManager's incarnation goes into the record, so that a later 404 can be told apart (design.md, section 3).
 */
export const beginStop = <Status extends JobLifecycleStatus>(
  round: JobRound<Status>,
  { running }: SubmittedJob,
  { suspend, restoreMode, reason }: Extract<UpgradeAnswer, { _tag: 'Available' }>,
  purpose: OperationPurpose,
  { isSeen, queries, step, tearDownPatience, events }: StopBeginning,
): Decision<Status> => {
  const { desired, observed, env } = round
  const missing = unanswered(observed.facts, queries)
  if (missing.length > 0) return look(missing, 'which JobManager is it that the job is stopped in?')
  const { checkpointConfiguration: kept } = observed.facts
  if (suspend === 'CANCEL' && kept?._tag === 'Unknown')
    return wait(
      observed.status,
      env.options.observerProgressCheckInterval,
      `to see whether Flink keeps the checkpoints of a job that is cancelled: ${kept.message}`,
    )
  const patience = suspend === 'SAVEPOINT' ? running.options.checkpointingTimeout
    : suspend === 'LAST_STATE' ? tearDownPatience : env.options.flinkClientCancelTimeout
  // who has been told already is not told again
  const isCancelling = suspend !== 'SAVEPOINT' && ownJob(observed.status, observed.facts)?.state === 'CANCELLING'
  const operation: SuspendOperation = {
    kind: 'Suspend',
    ...newOperation(round, purpose, patience),
    mode: suspend,
    restoreMode,
    seenTerminalAt: null,
    redeploy: null,
    step,
  }
  const status = withRecord(withOperation(observed.status, operation), askedBy(desired))
  return act(suspend === 'CANCEL' ? recordCancelling(status, desired) : status, reason, {
    effects: isCancelling || !isSeen ? [] : requestOf(round, operation),
    events,
    after: step === 'TearDown' ? 0 : pollMillis,
    waitingFor: waitOf(operation),
  })
}

/** What the stop is for holds also where the next edit is refused before the stop is over (F06). */
export const askedBy = ({ invalid, wanted }: Pick<JobDesired, 'invalid' | 'wanted'>): Partial<OperatorRecord> =>
  invalid === null && wanted !== null ? { askedMode: wanted.job.upgradeMode } : {}

const waitOf = ({ mode, id }: SuspendOperation): string =>
  mode === 'SAVEPOINT' ? `savepoint ${id}` : mode === 'LAST_STATE' ? 'the cluster to be gone' : 'the job to be cancelled'
