import type { Action } from '../../action/action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { Env } from '../../env.ts'
import type { JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isSameJson } from '../../resource/same-json.ts'
import { actionList, type Told } from '../../round/action-list.ts'
import type { Act, Decision, Problem } from '../../round/decision.ts'
import { withLifecycle } from '../../round/status-change.ts'
import type { JobObserved, ToldDesired } from '../job-round.ts'
import { isTriedAgain } from '../failure/after-job-failure.ts'
import { isSeenOnce } from '../record/last-state-of.ts'
import { type RenewedDeadline, withRecordedDeadline } from '../record/renewed-deadline.ts'
import { keepingUnread } from '../record/unread.ts'
import { snapshotEvents } from '../snapshot/snapshot-events.ts'
import { type BesideJob, conditionsOf, isEditPending, isNotReadyTold, isPauseTold, type NotReady } from './job-conditions.ts'
import { recordError, toldProblem } from './error-record.ts'
import { jobEvents } from './job-events.ts'
import { lifecycleStateOf } from './lifecycle.ts'

/** What it reads of a round. */
interface ToldRound<Status extends JobLifecycleStatus> {
  readonly desired: ToldDesired
  readonly observed: Pick<JobObserved<Status>, 'recorded' | 'renewed'>
  readonly env: Env
}

/** What a kind tells of where the job runs. */
export interface Telling<Status> {
  /** What was seen to be wrong in this round, whatever the situation. */
  readonly problem: (status: Status) => Problem | null
  /** Its JobManager is not ready; null: it is, or that is told otherwise. */
  readonly down: (status: Status) => NotReady | null
  readonly jobManager: (status: Status) => JobManagerDeploymentStatus
  /** What is out of reach, so that nobody knows how the job is; null: nothing. */
  readonly blindFor: (status: Status) => string | null
  readonly conditions: BesideJob
  readonly events: readonly EmitEvent[]
}

/**
 * Makes the action list of a decision: the status first, so that intent is durable before any effect (P03); then events, effects, and the
 * next look. The one place that computes error, lifecycle state, conditions and events.
 */
export const summarizeJob = <Status extends JobLifecycleStatus>(
  round: ToldRound<Status>,
  decided: Decision<Status>,
  telling: Telling<Status>,
): readonly Action<Status>[] => {
  if (decided._tag === 'Look') return [decided]
  const { recorded } = round.observed
  const decision = written(decided, round.observed.renewed)
  const found = toldProblem(round, decision.problem ?? telling.problem(decision.status))
  const again = isTriedAgain(recorded.status, decision.effects) && found?.owner !== 'validation'
  const problem = again ? null : found
  const status = keepingUnread(
    round.desired,
    recorded.status,
    isAsWritten(round, decision.status, problem, telling) ? decision.status
      : summed(round, decision.status, problem, telling, decision.holdsUpEdit === true ? decision.waitingFor : null, again),
  )
  const isChanged = status !== recorded.status && !isSameJson(status, recorded.status)
  return actionList(decision, {
    status,
    isChanged,
    events: [
      ...decision.events,
      ...telling.events,
      ...jobEvents(round.desired.meta, recorded.status, status, problem),
      ...snapshotEvents(recorded.status, status, round.desired),
    ],
    over: isSeenOnce(recorded.status, status) ? recorded.status : null,
    confirmed: confirmed(round, status, decision, problem, telling),
  })
}

const written = <Status extends JobLifecycleStatus>(decision: Act<Status>, renewed: RenewedDeadline | undefined): Act<Status> => ({
  ...decision,
  status: withRecordedDeadline(decision.status, renewed),
  ...(decision.then === undefined ? {} : { then: { ...decision.then, status: withRecordedDeadline(decision.then.status, renewed) } }),
})

/**
 * What may be recorded only once the effects before it have succeeded: the executor stops at the first that fails. An edit meanwhile does
 * not make it untrue.
 */
const confirmed = <Status extends JobLifecycleStatus>(
  round: ToldRound<Status>,
  status: Status,
  { then }: Act<Status>,
  problem: Problem | null,
  telling: Telling<Status>,
): Told<Status>['confirmed'] => {
  const after = then === undefined ? status : summed(round, then.status, problem, telling)
  return then === undefined || isSameJson(after, status) ? null : { status: after, over: status, reason: then.reason }
}

/**
 * What people read is a function of the rest of the status: where that is still what we summed up last, nothing is to be worked out again.
 */
const isAsWritten = <Status extends JobLifecycleStatus>(
  { desired, observed: { recorded }, env }: ToldRound<Status>,
  status: Status,
  problem: Problem | null,
  { conditions, down }: Telling<Status>,
): boolean =>
  status === recorded.status && problem === null && status.error === null && desired.meta.deletionTimestamp === null
  && down(status) === null && !isNotReadyTold(status) && !isEditPending(status, desired) && isPauseTold(status, desired, env.now)
  && conditions.every(wanted => isToldSo(status, wanted))
  && status.conditions.some(({ type, observedGeneration }) => type === 'Ready' && observedGeneration === desired.meta.generation)

const isToldSo = ({ conditions }: JobLifecycleStatus, { type, status, message }: BesideJob[number]): boolean =>
  conditions.some(it => it.type === type && it.status === status && it.message === message)

const summed = <Status extends JobLifecycleStatus>(
  { desired, env }: Omit<ToldRound<JobLifecycleStatus>, 'observed'>,
  status: Status,
  problem: Problem | null,
  { jobManager, blindFor, conditions, down }: Telling<Status>,
  heldUpBy: string | null = null,
  keepsError = false,
): Status => {
  const withError = keepsError ? status : recordError(status, jobManager(status), problem, env.options)
  const withState = withLifecycle(withError, { lifecycleState: lifecycleStateOf(withError, desired, jobManager(withError)) })
  // an error that is not over stalls the resource, also in rounds that did not find it again; one of the reference operator is only shown
  const isStalled = (withState.error !== null && withState.operatorRecord.errorOwner !== null) || withState.lifecycleState === 'FAILED'
  return withLifecycle(withState, {
    conditions: conditionsOf(withState, desired, isStalled, env.now, blindFor(withState), conditions, heldUpBy, down(withState)),
  })
}
