import type { Action } from '../../contract/action/action.ts'
import type { EmitEvent } from '../../contract/action/emit-event.ts'
import type { Env } from '../../contract/env.ts'
import type { JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { isSameJson } from '../../contract/resource/json.ts'
import { actionList, type StatusReport } from '../../contract/round/action-list.ts'
import type { Act, Decision, Problem } from '../../contract/round/decision.ts'
import { warningEvents } from '../../contract/round/spec-warnings.ts'
import { withLifecycle } from '../../contract/round/status-change.ts'
import type { JobObserved, ReportedDesired } from '../job-round.ts'
import { isTriedAgain } from '../failure/after-job-failure.ts'
import { isSeenOnce } from '../record/last-state-of.ts'
import { type RenewedDeadline, withRecordedDeadline } from '../record/renewed-deadline.ts'
import { keepingUnread } from '../record/unread.ts'
import { snapshotEvents } from '../snapshot/snapshot-events.ts'
import { type BesideJob, conditionsOf, type NotReady } from './job-conditions.ts'
import { recordError, reportedProblem } from './error-record.ts'
import { jobEvents } from './job-events.ts'
import { lifecycleStateOf } from './lifecycle.ts'

/** The parts of a round that the report needs. */
interface ReportedRound<Status extends JobLifecycleStatus> {
  readonly desired: ReportedDesired
  readonly observed: Pick<JobObserved<Status>, 'recorded' | 'renewed'>
  readonly env: Env
}

/** What a kind reports about the cluster that the job runs in. */
export interface ReportInputs<Status> {
  /** The problem that this round observed, whatever the situation. */
  readonly problem: (status: Status) => Problem | null
  /** Why the JobManager is not ready. Null: it is ready, or this is reported elsewhere. */
  readonly down: (status: Status) => NotReady | null
  readonly jobManager: (status: Status) => JobManagerDeploymentStatus
  /** What is unreachable, so that the job's state is unknown. Null: nothing. */
  readonly unobservableFor: (status: Status) => string | null
  readonly conditions: BesideJob
  readonly events: readonly EmitEvent[]
}

/**
 * Turns a decision into its action list. The status comes first, so that the intent is durable before any effect (P03). Then come events,
 * effects and the requeue. Only this function computes error, lifecycle state, conditions and events.
 */
export const summarizeJob = <Status extends JobLifecycleStatus>(
  round: ReportedRound<Status>,
  decided: Decision<Status>,
  inputs: ReportInputs<Status>,
): readonly Action<Status>[] => {
  if (decided._tag === 'Look') return [decided]
  const { recorded } = round.observed
  const decision = written(decided, round.observed.renewed)
  const found = reportedProblem(round, decision.problem ?? inputs.problem(decision.status))
  const again = isTriedAgain(recorded.status, decision.effects) && found?.owner !== 'validation'
  const problem = again ? null : found
  const status = keepingUnread(
    round.desired,
    recorded.status,
    summed(round, decision.status, problem, inputs, heldUpBy(decision), again),
  )
  const isChanged = status !== recorded.status && !isSameJson(status, recorded.status)
  return actionList(decision, {
    status,
    isChanged,
    events: [
      ...decision.events,
      ...inputs.events,
      ...jobEvents(round.desired.meta, recorded.status, status, problem),
      ...snapshotEvents(recorded.status, status, round.desired),
      ...warningEvents(recorded.status.conditions, status.conditions, round.desired),
    ],
    over: isSeenOnce(recorded.status, status) ? recorded.status : null,
    confirmed: confirmed(round, status, decision, problem, inputs),
  })
}

/** What the user's edit waits for, and what ends that. */
const heldUpBy = ({ holdsUpEdit, waitingFor }: Act<JobLifecycleStatus>): string | null =>
  holdsUpEdit === undefined ? null
    : `${waitingFor}. ${holdsUpEdit.who === 'person' ? 'To continue' : 'It continues when'}: ${holdsUpEdit.what}`

const written = <Status extends JobLifecycleStatus>(decision: Act<Status>, renewed: RenewedDeadline | undefined): Act<Status> => ({
  ...decision,
  status: withRecordedDeadline(decision.status, renewed),
  ...(decision.then === undefined ? {} : { then: { ...decision.then, status: withRecordedDeadline(decision.then.status, renewed) } }),
})

/**
 * The status that may be written only after the effects succeeded: the executor stops at the first effect that fails. An edit meanwhile
 * does not make it untrue.
 */
const confirmed = <Status extends JobLifecycleStatus>(
  round: ReportedRound<Status>,
  status: Status,
  { then }: Act<Status>,
  problem: Problem | null,
  inputs: ReportInputs<Status>,
): StatusReport<Status>['confirmed'] => {
  const after = then === undefined ? status : summed(round, then.status, problem, inputs)
  return then === undefined || isSameJson(after, status) ? null : { status: after, over: status, reason: then.reason }
}

const summed = <Status extends JobLifecycleStatus>(
  { desired, env }: Omit<ReportedRound<JobLifecycleStatus>, 'observed'>,
  status: Status,
  problem: Problem | null,
  { jobManager, unobservableFor, conditions, down }: ReportInputs<Status>,
  heldUpBy: string | null = null,
  keepsError = false,
): Status => {
  const withError = keepsError ? status : recordError(status, jobManager(status), problem, env.options)
  const withState = withLifecycle(withError, { lifecycleState: lifecycleStateOf(withError, desired, jobManager(withError)) })
  // an error that still applies stalls the resource, also in rounds that did not find it again; an error of the reference operator is only
  // shown
  const isStalled = (withState.error !== null && withState.operatorRecord.errorOwner !== null) || withState.lifecycleState === 'FAILED'
  return withLifecycle(withState, {
    conditions: conditionsOf(withState, desired, isStalled, env.now, unobservableFor(withState), conditions, heldUpBy, down(withState)),
  })
}
