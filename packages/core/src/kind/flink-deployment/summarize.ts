import { isSeenOnce } from '../../job/record/last-state-of.ts'
import { recordError, toldProblem } from '../../job/told/error-record.ts'
import { isSameJson } from '../../resource/same-json.ts'
import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { conditionsOf, isPauseTold } from '../../job/told/conditions.ts'
import { actionList, type Told } from '../../round/action-list.ts'
import type { Problem } from '../../round/decision.ts'
import { events } from '../../application/told/events.ts'
import { lifecycleStateOf } from '../../job/told/lifecycle.ts'
import type { JobAct, JobDecision, Round } from '../../application/round.ts'
import { roundProblem } from '../../application/told/round-problem.ts'
import { snapshotEvents } from '../../job/snapshot/snapshot-events.ts'
import { isRestMissed, restWords } from '../../cluster/seen/rest-unreachable.ts'
import { keepingUnread } from '../../job/record/unread.ts'
import { withStatus } from '../../round/status-change.ts'

/**
 * Makes the action list of a decision: the status first, so that intent is durable before any effect (P03); then events, effects, and the
 * next look. The one place that computes error, lifecycle state, conditions and events.
 */
export const summarize = (round: Round, decision: JobDecision): readonly FlinkDeploymentAction[] => {
  if (decision._tag === 'Look') return [decision]
  if (decision.leavesAlone === true)
    return [...decision.events, { _tag: 'Requeue', after: decision.after, waitingFor: decision.waitingFor }]
  const { recorded } = round.observed
  const problem = toldProblem(round, decision.problem ?? roundProblem(round, decision.status))
  const status = keepingUnread(
    round.desired,
    recorded.status,
    isAsWritten(round, decision.status, problem) ? decision.status : summed(round, decision.status, problem),
  )
  const isChanged = status !== recorded.status && !isSameJson(status, recorded.status)
  return actionList(decision, {
    status,
    isChanged,
    events: [...eventsOf(round, status, decision, problem), ...snapshotEvents(recorded.status, status, round.desired)],
    over: isSeenOnce(recorded.status, status) ? recorded.status : null,
    confirmed: confirmed(round, status, decision, problem),
  })
}

/**
 * What may be recorded only once the effects before it have succeeded: the executor stops at the first that fails. An edit meanwhile does
 * not make it untrue.
 */
const confirmed = (
  round: Round,
  status: FlinkDeploymentStatus,
  { then }: JobAct,
  problem: Problem | null,
): Told<FlinkDeploymentStatus>['confirmed'] => {
  const after = then === undefined ? status : summed(round, then.status, problem)
  return then === undefined || isSameJson(after, status) ? null : { status: after, over: status, reason: then.reason }
}

/**
 * What people read is a function of the rest of the status: where that is still what we summed up last, nothing is to be worked out again.
 */
const isAsWritten = ({ desired, observed: { recorded }, env }: Round, status: FlinkDeploymentStatus, problem: Problem | null): boolean =>
  status === recorded.status && problem === null && status.error === null && desired.meta.deletionTimestamp === null
  && isPauseTold(status, desired, env.now)
  && status.conditions.some(({ type, observedGeneration }) => type === 'Ready' && observedGeneration === desired.meta.generation)

const summed = (
  { desired, env }: Pick<Round, 'desired' | 'env'>,
  status: FlinkDeploymentStatus,
  problem: Problem | null,
): FlinkDeploymentStatus => {
  const withError = recordError(status, status.jobManagerDeploymentStatus, problem, env.options.exceptionFieldMaxLength)
  const withState = withStatus(withError, { lifecycleState: lifecycleStateOf(withError, desired, withError.jobManagerDeploymentStatus) })
  // an error that is not over stalls the resource, also in rounds that did not find it again; one of the reference operator is only shown
  const isStalled = (withState.error !== null && withState.operatorRecord.errorOwner !== null) || withState.lifecycleState === 'FAILED'
  return withStatus(withState, {
    conditions: conditionsOf(withState, desired, isStalled, env.now, isRestMissed(withState, env) ? restWords(desired) : null),
  })
}

const eventsOf = (
  { desired: { meta }, observed: { recorded: { status: before }, ahead = [] } }: Pick<Round, 'desired' | 'observed'>,
  after: FlinkDeploymentStatus,
  { events: announced }: JobAct,
  problem: Problem | null,
): readonly EmitEvent[] => {
  const isNew = problem !== null && after.error !== before.error
  const { state: from } = before.jobStatus
  const { state: to } = after.jobStatus
  const isSeen = to !== from && to !== null && to !== 'RECONCILING' && after.operation === before.operation
  return [
    ...announced,
    ...(ahead.length > 0 ? [events.clockSkew(ahead.slice(0, 5).join(', '))] : []),
    ...pauseEvents(before, after),
    ...(isSeen ? [events.jobStatusChanged(from, to)] : []),
    ...(isNew
      ? [
        events.problem(
          problem.reason,
          problem.message,
          meta.generation,
          problem.owner === 'validation' ? 'Operator' : problem.owner === 'job' ? 'Job' : 'JobManagerDeployment',
        ),
      ] : []),
  ]
}

const pauseEvents = (before: FlinkDeploymentStatus, after: FlinkDeploymentStatus): readonly EmitEvent[] => {
  const [was, is] = [before, after].map(({ conditions }) => conditions.find(({ type }) => type === 'Paused'))
  if (is === undefined) return was === undefined ? [] : [events.pauseEnded]
  return is.message === was?.message ? [] : [events.paused(is.message)]
}
