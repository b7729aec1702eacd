import type { FlinkDeploymentAction } from './flink-deployment-action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import { redactText } from '../../redaction/redact.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import { conditionsOf, isPauseTold } from '../../job/told/conditions.ts'
import { actionList, type Told } from '../../round/action-list.ts'
import type { Problem } from '../../round/decision.ts'
import { errorText } from '../../round/error-text.ts'
import { events } from '../../application/told/events.ts'
import { lifecycleStateOf } from '../../job/told/lifecycle.ts'
import type { JobAct, JobDecision, Round } from '../../application/round.ts'
import { roundProblem } from '../../application/told/round-problem.ts'
import { snapshotEvents } from '../../job/snapshot/snapshot-events.ts'
import { isRestMissed, restWords } from '../../cluster/seen/rest-unreachable.ts'
import { keepingUnread } from '../../job/record/unread.ts'
import { withRecord, withStatus } from '../../round/status-change.ts'

/** Between an error and what is wrong with the spec beside it. */
export const refusedToo = 'The present spec is refused, too:'

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
  const isChanged = status !== recorded.status && !isEqual(status, recorded.status)
  return actionList(decision, {
    status,
    isChanged,
    events: [...eventsOf(round, status, decision, problem), ...snapshotEvents(recorded.status, status, round.desired)],
    over: isSeenOnce(recorded.status, status) ? recorded.status : null,
    confirmed: confirmed(round, status, decision, problem),
  })
}

/**
 * The path of the last savepoint or checkpoint, as a JobManager told it that may be gone by the next look: an edit that came meanwhile must
 * not cost it (P01).
 */
const isSeenOnce = (before: FlinkDeploymentStatus, { operatorRecord: { lastState } }: FlinkDeploymentStatus): boolean =>
  lastState._tag === 'Path' && (lastState.seen === 'Stop' || lastState.seen === 'Checkpoints')
  && !isEqual(lastState, before.operatorRecord.lastState)

/** In the words in which it is recorded and told: without secrets (P23). */
const toldProblem = ({ desired: { secrets, invalid } }: Round, problem: Problem | null): Problem | null =>
  problem === null ? null : { ...problem, message: redactText(`${problem.message}${alsoRefused(problem, invalid)}`, secrets) }

/** What a person does about the one leads nowhere while the spec is refused for another reason: both are told. */
const alsoRefused = ({ owner, message }: Problem, invalid: Round['desired']['invalid']): string =>
  invalid === null || owner === 'validation' ? '' : `${message.endsWith('.') ? '' : '.'} ${refusedToo} ${invalid.message}`

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
  return then === undefined || isEqual(after, status) ? null : { status: after, over: status, reason: then.reason }
}

/**
 * What people read is a function of the rest of the status: where that is still what we summed up last, nothing is to be worked out again.
 */
const isAsWritten = ({ desired, observed: { recorded }, env }: Round, status: FlinkDeploymentStatus, problem: Problem | null): boolean =>
  status === recorded.status && problem === null && status.error === null && desired.meta.deletionTimestamp === null
  && isPauseTold(status, desired, env.now)
  && status.conditions.some(({ type, observedGeneration }) => type === 'Ready' && observedGeneration === desired.meta.generation)

const summed = ({ desired, env }: Round, status: FlinkDeploymentStatus, problem: Problem | null): FlinkDeploymentStatus => {
  const withError = recordError(status, problem, env.options.exceptionFieldMaxLength)
  const withState = withStatus(withError, { lifecycleState: lifecycleStateOf(withError, desired, withError.jobManagerDeploymentStatus) })
  // an error that is not over stalls the resource, also in rounds that did not find it again; one of the reference operator is only shown
  const isStalled = (withState.error !== null && withState.operatorRecord.errorOwner !== null) || withState.lifecycleState === 'FAILED'
  return withStatus(withState, {
    conditions: conditionsOf(withState, desired, isStalled, env.now, isRestMissed(withState, env) ? restWords(desired) : null),
  })
}

/** Set while something is wrong, by its owner; cleared when that is over (P16, D-08). */
const recordError = (status: FlinkDeploymentStatus, problem: Problem | null, limit: number): FlinkDeploymentStatus => {
  if (problem !== null) return withRecord(withStatus(status, { error: errorText(problem, limit) }), { errorOwner: problem.owner })
  return stillOwned(status) ? status : withRecord(withStatus(status, { error: null }), { errorOwner: null })
}

/** Errors that were found in an earlier round and are not over, though nothing told them again in this one. */
const stillOwned = (
  { error, operation, operatorRecord: { errorOwner, retryAt }, jobStatus, jobManagerDeploymentStatus: jobManager }: FlinkDeploymentStatus,
): boolean => {
  if (error === null) return true
  switch (errorOwner) {
    case 'job':
      return jobStatus.state === 'FAILED'
    case 'job-manager':
      return jobManager === 'ERROR' || jobManager === 'MISSING'
    case 'operation':
      // a stop that failed and is tried again has still failed, until it succeeds: else Stalled would come and go with each attempt (P16)
      return retryAt !== null || (operation?.kind === 'Suspend' && operation.step === 'Requested')
    case null:
      // written by the reference operator: over when the job runs
      return jobStatus.state !== 'RUNNING'
    default:
      return false
  }
}

const eventsOf = (
  { desired: { meta }, observed: { recorded: { status: before }, ahead = [] } }: Round,
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Equal as JSON; unchanged parts are the same objects, so this is short where nothing changed. */
const isEqual = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((it, i) => isEqual(it, b[i]))
  if (!isObject(a) || !isObject(b) || Array.isArray(a) || Array.isArray(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isEqual(a[key], b[key]))
}
